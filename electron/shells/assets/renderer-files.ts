import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { CairnError } from '@shared/errors'
import { appHeaders } from './security-headers'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

/** Compressed copies that the build has put beside a file, best first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * The built renderer. Only what a listing of the folder found can be served, by exact address: no path is ever made
 * from a request, so none can lead outside, and links are not followed.
 */
export class RendererFiles {
  #files: Promise<ReadonlyMap<string, string>> | undefined

  constructor(readonly folder: string) {}

  /** The file for an address, or undefined where there is none. Throws CairnError where nothing was built. */
  async respond(url: URL, acceptEncoding: string | null): Promise<Response | undefined> {
    const address = url.pathname === '/' ? '/index.html' : url.pathname
    // A new build has other names for its files; whoever loads the page anew gets that one.
    if (address === '/index.html') this.#files = undefined
    this.#files ??= list(this.folder)
    const files = await this.#files
    if (!files.has('/index.html')) throw notBuilt()
    const type = types[extname(address)] ?? 'application/octet-stream'
    const path = isCompressed(address) ? undefined : files.get(address)
    if (path === undefined) return undefined

    const headers = appHeaders(url)
    headers.set('Content-Type', type)
    headers.set('Vary', 'Accept-Encoding')
    // The build puts a hash of the content into these names.
    if (address.startsWith('/assets/')) headers.set('Cache-Control', 'private, max-age=31536000, immutable')
    const [encoding, encoded] = compressed(files, address, acceptEncoding) ?? []
    if (encoding !== undefined) headers.set('Content-Encoding', encoding)
    const bytes = await readFile(encoded ?? path)
    headers.set('Content-Length', String(bytes.length))
    return new Response(bytes, { headers })
  }
}

function isCompressed(address: string): boolean {
  return encodings.some(([, ending]) => address.endsWith(ending))
}

function compressed(
  files: ReadonlyMap<string, string>,
  address: string,
  accepted: string | null,
): [string, string] | undefined {
  const names = (accepted ?? '').split(',').map((one) => one.trim())
  for (const [encoding, ending] of encodings) {
    const path = files.get(address + ending)
    // One with a weight is accepted too, except q=0, which nobody sends for these.
    if (path !== undefined && names.some((name) => name.split(';')[0] === encoding)) return [encoding, path]
  }
  return undefined
}

/** Addresses of all regular files under a folder, with their paths. */
async function list(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = join(below, entry.name)
      if (entry.isDirectory()) await walk(path)
      else if (entry.isFile()) found.set(`/${path.split(sep).map(encodeURIComponent).join('/')}`, join(folder, path))
    }
  }
  try {
    await walk('')
  } catch (thrown) {
    throw notBuilt(thrown)
  }
  return found
}

function notBuilt(cause?: unknown): CairnError {
  return new CairnError('FILE_VANISHED', 'The window of Cairn was not built.', 'Run `npm run build` and try again.', {
    cause,
  })
}
