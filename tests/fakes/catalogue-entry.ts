import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { CatalogueEntry, ModelDetails } from '@shared/models/models'
import type { DownloadHost } from './download-host'

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What an inspected model of a test says of itself. */
export const someDetails: ModelDetails = {
  architecture: 'bert',
  parameters: 1000,
  quantization: 'float32',
  context_length: 512,
  dimensions: 8,
  has_chat_template: false,
  memory_bytes: 1_000_000,
}

/** Bytes that begin like a GGUF file and are no two times the same. */
export function ggufBytes(length: number): Buffer {
  return Buffer.concat([Buffer.from('GGUF'), randomBytes(length - 4)])
}

interface EntryOptions {
  /** Whether the checksums are published. */
  readonly known?: boolean
  readonly kind?: CatalogueEntry['kind']
  readonly format?: CatalogueEntry['format']
}

/** An entry whose files are at a host; `known` says whether their checksums are published. */
export function entryAt(
  host: Pick<DownloadHost, 'url' | 'put'>,
  id: string,
  files: Readonly<Record<string, Buffer>>,
  { known = true, kind = 'language', format = 'gguf' }: EntryOptions = {},
): CatalogueEntry {
  const list = Object.entries(files).map(([path, bytes]) => {
    host.put(`/${id}/${path}`, bytes)
    return { path, url: host.url(`/${id}/${path}`), bytes: bytes.length, sha256: known ? sha256(bytes) : null }
  })
  return {
    id,
    name: `The ${id}`,
    kind,
    format,
    publisher: 'Nobody',
    licence: 'MIT',
    licence_note: '',
    languages: ['en'],
    bytes: list.reduce((sum, { bytes }) => sum + bytes, 0),
    memory_bytes: 1_000_000,
    context_length: null,
    dimensions: null,
    page: 'https://example.org/model',
    about: { en: 'A model.', zh: '一个模型。' },
    files: list,
  }
}

/** The entry of a model whose files lie in a folder of its name, for everyone to use. */
export async function entryOfFolder(root: string, id: string, options: EntryOptions): Promise<CatalogueEntry> {
  const own = join(root, id)
  const items = await readdir(own, { recursive: true, withFileTypes: true })
  const paths = items.filter((item) => item.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const files = paths.map(async (path) => [relative(own, path).replaceAll(sep, '/'), await readFile(path)] as const)
  const host = { url: (path: string) => `https://huggingface.co${path}`, put: () => undefined }
  const entry = entryAt(host, id, Object.fromEntries(await Promise.all(files)), options)
  return { ...entry, languages: ['mul', 'en', 'zh'], dimensions: options.kind === 'embedder' ? 8 : null }
}
