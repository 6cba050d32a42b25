import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The built entry of the host: beside the running bundle, one folder above it, or in CAIRN_INFERENCE_HOST. */
export function hostFile(): string {
  const given = process.env['CAIRN_INFERENCE_HOST']
  if (given) return given
  const places = ['./inference-host.js', '../inference-host.js'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  return places.find((path) => existsSync(path)) ?? places[0] ?? ''
}
