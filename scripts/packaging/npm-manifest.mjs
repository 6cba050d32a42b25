/**
 * The `package.json` of the package that npm installs, from the checkout's. npm heeds overrides and lock files of a package at the root alone, so
 * what stands in for packages that Cairn has no use for is optional here: it fits no machine, nothing is fetched for it, and what it stands in for is
 * not fetched either (docs/decisions/0010-a-foreign-package-stands-in.md).
 */
export function npmManifest({ name, version, description, license, author, type, engines, dependencies, overrides }) {
  return {
    ...{ name, version, description, license, author, type, engines },
    bin: { cairn: 'bin/cairn.mjs' },
    files: ['bin', 'out', 'resources', 'models', 'docs'],
    dependencies,
    optionalDependencies: standIns(overrides),
  }
}

/** Overrides without whom they are for: names of packages and what stands in for them. */
function standIns(overrides) {
  const own = Object.entries(overrides).map(([name, value]) => (typeof value === 'string' ? { [name]: value } : value))
  return Object.assign({}, ...own)
}
