// Package app shows that a module of another author builds.
package app

import "github.com/google/uuid"

// Version is the version of a random identifier.
func Version() int { return int(uuid.New().Version()) }
