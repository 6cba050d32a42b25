import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * A built entry of its own, which a thread or a process starts from: what the environment names, or `<name>.js` beside the running
 * bundle or one folder above it. Throws where it was not built.
 */
export function builtFile(name: string, given: string | undefined): string {
  if (given) return given
  // Bundles share code in `chunks/`, a folder below the entries.
  const places = [`./${name}.js`, `../${name}.js`].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  const found = places.find((path) => existsSync(path))
  if (!found) throw new Error(`${name}.js was not built: looked for ${places.join(' and ')}`)
  return found
}
