package app

import "testing"

func TestVersion(t *testing.T) {
	if Version() != 4 {
		t.Fatal(Version())
	}
}
