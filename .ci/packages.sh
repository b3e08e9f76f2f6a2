# Sourced, not run: install_packages NAME… brings Debian packages that are not there yet.
# With neither root nor sudo it says what is missing and how to get it, and fails.

build_packages=(g++ cmake ninja-build pkg-config libboost1.81-dev libcli11-dev libfmt-dev
  nlohmann-json3-dev libexpected-dev libmpfr-dev libmpfi-dev libgmp-dev
  coinor-libclp-dev libonnx-dev libprotobuf-dev)

install_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
      missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "These Debian packages are missing, and neither root nor sudo is at hand:" >&2
      echo "  ${missing[*]}" >&2
      echo "Ask an administrator for: apt-get install ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "installing: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}
