pub fn text(number: u32) -> String {
    itoa::Buffer::new().format(number).to_string()
}

#[test]
fn writes_numbers() {
    assert_eq!(text(42), "42");
}
