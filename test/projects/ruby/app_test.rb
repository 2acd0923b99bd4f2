require "greeter"
said = Greeter.greet("you")
raise said unless said == "Hello, you"
puts "1 passed"
