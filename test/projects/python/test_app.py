import unittest

import six


class AppTest(unittest.TestCase):
    def test_text(self):
        self.assertEqual(six.ensure_str(b"text"), "text")


if __name__ == "__main__":
    unittest.main()
