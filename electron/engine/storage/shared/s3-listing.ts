import { CairnError } from '@shared/errors'
import type { BucketEntry } from '@engine/ports/storage/bucket'

export interface ListingPage {
  readonly entries: readonly BucketEntry[]
  /** Whether there is more after the last one. */
  readonly isCut: boolean
}

/**
 * Reads one answer to ListObjectsV2. Its elements hold text only, and Cairn's keys no character that XML escapes, so no parser of XML is
 * needed. Throws STORE_UNUSABLE for what is no listing.
 */
export function readListing(xml: string): ListingPage {
  if (!xml.includes('<ListBucketResult')) throw unreadable()
  const entries = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, inside = '']) => ({
    key: textOf(inside, 'Key') ?? '',
    size: Number(textOf(inside, 'Size')),
    changedAt: Date.parse(textOf(inside, 'LastModified') ?? ''),
  }))
  if (entries.some(({ key, size, changedAt }) => key === '' || Number.isNaN(size + changedAt))) throw unreadable()
  const isCut = textOf(xml, 'IsTruncated') === 'true'
  // Where nothing has come there is no last one to go on from.
  if (isCut && entries.length === 0) throw unreadable()
  return { entries, isCut }
}

const escapes: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function textOf(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return found?.replaceAll(/&(amp|lt|gt|quot|apos);/g, (whole, escape: string) => escapes[escape] ?? whole)
}

function unreadable(): CairnError {
  const action = 'Check that AWS_ENDPOINT_URL names an object store.'
  return new CairnError('STORE_UNUSABLE', 'The server of the shared library answers with no list of objects.', action)
}
