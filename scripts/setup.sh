#!/bin/sh
# Installs what npm cannot: bubblewrap (the sandbox) and git. Does nothing where they are already there.
set -eu
missing=""
command -v bwrap >/dev/null 2>&1 || missing="$missing bubblewrap"
command -v git >/dev/null 2>&1 || missing="$missing git"
[ -n "$missing" ] || exit 0
as_root=""
if [ "$(id -u)" -ne 0 ]; then as_root="sudo"; fi
if command -v apt-get >/dev/null 2>&1; then
  $as_root apt-get update -qq
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq $missing
else
  echo "Please install:$missing" >&2
  exit 1
fi
