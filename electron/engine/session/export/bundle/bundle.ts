import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { SessionId } from '@shared/api/api'
import { CairnError } from '@shared/errors'
import type { SessionContext } from '@shared/session/session-context'
import {
  type BundleFile,
  bundleFormat,
  type BundleLimits,
  bundleLimits,
  type BundleManifest,
  type BundleSession,
  bundleVersion,
  firstVersion,
  manifestSession,
} from './bundle-manifest'
import { type BundlePart, type BundleParts, filesOfPart, partLinks } from './bundle-parts'
import { canonicalJson, sessionJson } from './canonical-json'
import { citedPassages } from '../pages/cited-passages'
import { sessionHtml } from '../pages/session-html'
import { pageStyle } from '../pages/html-style'
import { escapeHtml, htmlPage } from '../pages/html-text'
import { sessionMarkdown } from '../pages/session-markdown'
import { ZipWriter } from './zip-writer'
import { byCodeUnits } from '@shared/hash'

export interface BundleFormats {
  /** The turns of a session as model contexts, as JSON data. */
  readonly modelContexts: (context: SessionContext) => unknown
}

export interface BundleOptions {
  readonly formats: BundleFormats
  /** Research and notebooks; none where it is absent. */
  readonly parts?: BundleParts | undefined
  readonly sink: (bytes: Uint8Array) => Promise<void>
  readonly limits?: BundleLimits
}

const readme = `These are sessions of Cairn, with every passage that their answers cite, and research and notebooks where there are any: open index.html in a browser to read them.
To have them in Cairn again, import the whole .cairn.zip file; nothing you have is overwritten.

这是 Cairn 的对话，包含回答所引用的全部段落；如有研究和笔记本，也在其中：用浏览器打开 index.html 即可阅读。
要在 Cairn 中继续使用，请导入整个 .cairn.zip 文件；已有内容不会被覆盖。
`

/**
 * Writes a `.cairn.zip`: sessions, model contexts, pages, cited passages, research, notebooks, and a manifest with the hash of each file. The
 * same sessions give the same bytes, so they must come in ascending order of their ids (by code units, each once).
 * Throws INVALID_INPUT for an id that is no session id, and past what a bundle can hold; what was written until then is
 * to be thrown away. Between sessions the event loop goes on.
 */
export async function writeBundle(
  sessions: AsyncIterable<SessionContext>,
  { formats, parts, sink, limits = bundleLimits }: BundleOptions,
  signal: AbortSignal,
): Promise<BundleManifest> {
  const writer = new BundleWriter(new ZipWriter(sink, signal), limits)
  const listed: BundleSession[] = []
  const links = new Map<string, string>()
  await writer.add('README.txt', readme)
  for await (const context of sessions) {
    signal.throwIfAborted()
    const id = context.session.session_id
    requireNext(id, listed.at(-1)?.id)
    await writer.add(`model-contexts/${id}.json`, canonicalJson(formats.modelContexts(context)))
    await writer.add(`pages/${id}.html`, sessionHtml(context))
    await writer.add(`pages/${id}.md`, sessionMarkdown(context))
    await writer.add(`passages/${id}.json`, canonicalJson(citedPassages(context)))
    await writer.add(`sessions/${id}.json`, sessionJson(context))
    links.set(id, partLinks(await writer.addParts((await parts?.of(id)) ?? [])))
    listed.push(manifestSession(context))
    await setImmediate()
  }
  const others = await parts?.others?.(new Set(listed.map(({ id }) => id)))
  const otherLinks = partLinks(await writer.addParts(others ?? []))
  await writer.add('index.html', indexPage(listed, links, otherLinks))
  return writer.end(listed)
}

class BundleWriter {
  readonly #files: BundleFile[] = []
  #total = 0
  #version: BundleManifest['version'] = firstVersion

  constructor(
    private readonly zip: ZipWriter,
    private readonly limits: BundleLimits,
  ) {}

  async add(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text, 'utf8')
    this.#total += bytes.length
    if (bytes.length > this.limits.file || this.#total > this.limits.total) {
      throw new CairnError(
        'INVALID_INPUT',
        `There is too much for one bundle: at ${name} it would grow past what Cairn reads back.`,
        'Export fewer sessions at once.',
      )
    }
    this.#files.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    await this.zip.add(name, bytes)
  }

  /** Writes parts; gives them back. */
  async addParts(parts: readonly BundlePart[]): Promise<readonly BundlePart[]> {
    for (const [name, text] of parts.flatMap(filesOfPart)) await this.add(name, text)
    if (parts.length > 0) this.#version = bundleVersion
    return parts
  }

  async end(sessions: readonly BundleSession[]): Promise<BundleManifest> {
    const files = this.#files.toSorted((a, b) => byCodeUnits(a.name, b.name))
    const manifest: BundleManifest = { format: bundleFormat, version: this.#version, sessions: [...sessions], files }
    // Last: it needs the hashes of all others, and only a bundle that was written to its end has one.
    await this.add('manifest.json', canonicalJson(manifest))
    await this.zip.end()
    return manifest
  }
}

function requireNext(id: string, previous: string | undefined): void {
  if (!SessionId.safeParse(id).success) {
    throw new CairnError(
      'INVALID_INPUT',
      `The session id "${id.slice(0, 80)}" cannot be a file name: a session id has 1 to 64 letters, digits, "-" or "_".`,
      'Leave this session out, or give it another id.',
    )
  }
  if (previous !== undefined && byCodeUnits(previous, id) >= 0) {
    throw new Error(`Sessions of a bundle come in ascending order, each once: ${id} came behind ${previous}.`)
  }
}

/** The list of sessions, in both languages as its readers may be of either. */
function indexPage(sessions: readonly BundleSession[], runs: ReadonlyMap<string, string>, others: string): string {
  const items = sessions.map(
    ({ id, title, turns }) =>
      `<li><a href="pages/${id}.html"><bdi>${escapeHtml(title.trim() || id)}</bdi></a> <span class="dates">(${turns})</span>${runs.get(id) ?? ''}</li>`,
  )
  const list = `<p class="dates">Sessions · <span lang="zh-CN">对话</span></p>\n<ol>\n${items.join('\n')}\n</ol>\n`
  const body = `<main>\n<h1>Cairn</h1>\n${items.length > 0 ? list : ''}${others}</main>`
  return htmlPage({ language: 'en', title: 'Cairn', style: pageStyle, body })
}
