import type { CatalogueEntry } from './models'

const huggingFace = 'https://huggingface.co'
/** Hugging Face sends large files on to hosts below this one. */
const huggingFaceFiles = '.hf.co'

/** The address with a mirror in the place of https://huggingface.co; others stay. */
export function mirrored(url: string, mirror: string | null): string {
  if (mirror === null || !url.startsWith(`${huggingFace}/`)) return url
  return mirror.replace(/\/+$/, '') + url.slice(huggingFace.length)
}

/** Hosts that a download of this entry reaches, to be allowed by a person; `.hf.co` stands for all below it. */
export function hostsOf(entry: CatalogueEntry, mirror: string | null): string[] {
  const hosts = new Set(entry.files.map(({ url }) => new URL(mirrored(url, mirror)).hostname))
  if (hosts.has(new URL(huggingFace).hostname)) hosts.add(huggingFaceFiles)
  return [...hosts]
}

/** Whether a host is this machine or among the allowed ones; `.example.org` stands for all below it. */
export function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  if (/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(host)) return true
  return allowed.some((one) => one === host || (one.startsWith('.') && host.endsWith(one)))
}

/**
 * The name of a host as addresses have it, from what a person wrote; one with a dot before it stands for all below it. Undefined for an address, a port,
 * and whatever else names no host.
 */
export function hostFrom(written: string): string | undefined {
  const [, dot = '', name = ''] = /^(\.?)(.+)$/u.exec(written.trim()) ?? []
  const labels = name.split('.')
  if (!labels.every((label) => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*$/u.test(label))) return undefined
  if (!URL.canParse(`http://${name}`)) return undefined
  const { hostname } = new URL(`http://${name}`)
  // Not all of a top-level domain, and nothing is below an address of four numbers.
  const isTooMuch = labels.length < 2 || /^[\d.]+$/u.test(hostname)
  return dot === '' ? hostname : isTooMuch ? undefined : dot + hostname
}

/** The hosts that a refusal asks to allow, from what it says is to be done. A file's name looks much like one. */
export function hostsNamed(action: string): string[] {
  const found = action.toLowerCase().match(/(?<![\w/@.-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?![\w/-])/gu)
  return [...new Set(found ?? [])].filter((name) => !/\.(?:gguf|onnx|json|txt|bin|safetensors|model)$/u.test(name))
}
