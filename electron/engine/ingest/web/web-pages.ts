import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import type { NetworkGate } from '@engine/platform/network-gate'
import type { IngestRequest, PageAnswer, PageRequest } from '@engine/ports/engine-interface'
import { fetchPage, type FetchPageNeeds, pageAddress } from './fetch-page'

export interface WebPagesParts extends Pick<FetchPageNeeds, 'addressesOf' | 'limits'> {
  readonly gate: NetworkGate
  /** As the settings have them now. */
  readonly allowedHosts: () => readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly getDocument: (id: string) => DocumentRecord
  /** Keeps a file at the place that its key and name give; returns the path. */
  readonly keep: (name: string, bytes: AsyncIterable<Uint8Array>, key: string, signal?: AbortSignal) => Promise<string>
  /** Begins a job; returns its id. */
  readonly add: (request: IngestRequest) => string
}

/** Pages of the web as documents: fetched when somebody says so, and again when they say so. */
export class WebPages {
  constructor(private readonly parts: WebPagesParts) {}

  /** A page that is in the library already is fetched again in its place. */
  async add({ address, allow, collection }: PageRequest, signal?: AbortSignal): Promise<PageAnswer> {
    return this.#fetch({ url: pageAddress(address), allow, collection }, signal)
  }

  async refresh(id: string, allow: readonly string[], signal?: AbortSignal): Promise<PageAnswer> {
    const { from_web, source } = this.parts.getDocument(id)
    if (!from_web) {
      const message = 'This document did not come from the web.'
      throw new CairnError('INVALID_INPUT', message, 'Add the address of the page.')
    }
    return this.#fetch({ url: pageAddress(from_web.address), allow, name: basename(source) }, signal)
  }

  async #fetch({ url, allow, name, collection }: Wanted, signal: AbortSignal | undefined): Promise<PageAnswer> {
    const { gate, allowedHosts, addressesOf, limits, now, keep, add } = this.parts
    const allowed = [...allowedHosts(), ...allow]
    const page = await fetchPage(url, { gate, allowed, addressesOf, limits, signal })
    if ('host' in page) return { is: 'ask', ...page }
    const path = await keep(name ?? page.name, Readable.from([page.bytes]), url.href, signal)
    const address = url.href
    const job_id = add({ paths: [path], collection, web: { address, fetched_at: now() } })
    return { is: 'started', job_id, address }
  }
}

interface Wanted {
  readonly url: URL
  readonly allow: readonly string[]
  /** The file's name where it has one already. */
  readonly name?: string
  readonly collection?: string | undefined
}
