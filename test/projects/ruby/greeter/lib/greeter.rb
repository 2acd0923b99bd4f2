module Greeter; def self.greet(name) = "Hello, #{name}"; end
