import { readFile } from 'node:fs/promises'
import { CairnError, toCairnError } from '@shared/errors'
import { type CatalogueEntry, Manifest } from '@shared/models'

const huggingFace = 'https://huggingface.co'
/** Hugging Face sends large files on to hosts below this one. */
const huggingFaceFiles = '.hf.co'

/** The catalogue that comes with Cairn. Throws CairnError FILE_VANISHED, FILE_CORRUPT. */
export async function readManifest(path: string): Promise<Manifest> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (thrown) {
    throw toCairnError(thrown)
  }
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (thrown) {
    const message = 'The catalogue of models cannot be read.'
    throw new CairnError('FILE_CORRUPT', message, 'Install Cairn again.', { cause: thrown })
  }
}

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
