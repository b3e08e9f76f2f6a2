#!/usr/bin/env bash
# The .deb of the program installs, runs and is removed without a trace.
#   debian_package.sh BUILD VERSION
# Installed by dpkg into a folder of its own, so that neither root nor this machine's packages are
# touched; what it depends on has to be on the machine already.
set -euo pipefail
build=$1 version=$2
for program in dpkg dpkg-deb cpack dpkg-shlibdeps; do
  command -v $program >/dev/null || { echo "SKIPPED: $program is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work" >"$work/log" 2>&1 ||
  { cat "$work/log" >&2; fail "cpack"; }
deb=$(echo "$work"/ltlc_"$version"*.deb)
[ -f "$deb" ] || fail "no package: $(ls "$work")"
[ "$(dpkg-deb -f "$deb" Version)" = "$version" ] || fail "another version than $version"
dpkg-deb -f "$deb" Depends | grep -q libmpfr6 || fail "its libraries are not what it depends on"

root=$work/root
mkdir -p "$root/admin"/{info,updates,triggers}
touch "$root/admin"/{status,available}
packages() {
  dpkg --instdir="$root" --admindir="$root/admin" --force-not-root --force-depends \
    --force-script-chrootless --log=/dev/null "$@" >>"$work/log" 2>&1 ||
    { cat "$work/log" >&2; fail "dpkg $*"; }
}
packages -i "$deb"
ltlc=$root/usr/bin/ltlc
[ "$("$ltlc" --version | head -n 1)" = "ltlc $version" ] || fail "--version"
"$ltlc" compile --regex '(ab)*' -o "$work/ab.json" --quiet >/dev/null
"$ltlc" prove "$work/ab.json" --regex '(ab)*' | grep -q '^proved' || fail "prove"
for file in share/man/man1/ltlc.1.gz share/man/man1/ltlc-compile.1.gz \
  share/bash-completion/completions/ltlc share/doc/ltlc/copyright; do
  [ -s "$root/usr/$file" ] || fail "no $file"
done
packages --purge ltlc
left=$(find "$root" -path "$root/admin" -prune -o -type f -print)
[ -z "$left" ] || fail "left behind: $left"
echo "$(basename "$deb") installed, ran and was removed"
