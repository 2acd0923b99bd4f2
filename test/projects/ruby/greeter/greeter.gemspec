Gem::Specification.new do |spec|
  spec.name = "greeter"
  spec.version = "1.0.0"
  spec.summary = "Greets"
  spec.license = "MIT"
  spec.homepage = "https://example.com"
  spec.authors = ["kimi-runner"]
  spec.files = ["lib/greeter.rb"]
end
