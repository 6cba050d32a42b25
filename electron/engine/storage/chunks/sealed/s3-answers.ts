import type { TableFile } from './sealed-table-files'

/** An answer to a request of LanceDB. */
export interface S3Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const unescapes: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const escaped = (text: string) => text.replaceAll(/[&<>"]/gu, (one) => escapes[one] ?? one)
const unescaped = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|apos);/gu, (whole, name: string) => unescapes[name] ?? whole)

function xml(name: string, inside: string): S3Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?><${name}>${inside}</${name}>`
  return { status: 200, headers: { 'content-type': 'application/xml' }, body }
}

/** An answer to ListObjectsV2; all of it at once. */
export function listing(files: readonly TableFile[], folders: readonly string[]): S3Answer {
  const contents = files.map(({ name, size, etag, changedAt }) => {
    const about = `<LastModified>${changedAt.toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${size}</Size>`
    return `<Contents><Key>${escaped(name)}</Key>${about}</Contents>`
  })
  const common = folders.map((name) => `<CommonPrefixes><Prefix>${escaped(name)}</Prefix></CommonPrefixes>`)
  return xml('ListBucketResult', ['<IsTruncated>false</IsTruncated>', ...contents, ...common].join(''))
}

export function uploadBegun(bucket: string, name: string, id: string): S3Answer {
  const inside = `<Bucket>${bucket}</Bucket><Key>${escaped(name)}</Key><UploadId>${id}</UploadId>`
  return xml('InitiateMultipartUploadResult', inside)
}

export function uploadEnded(bucket: string, { name, etag }: TableFile): S3Answer {
  const inside = `<Location>${escaped(name)}</Location><Bucket>${bucket}</Bucket><Key>${escaped(name)}</Key>`
  return xml('CompleteMultipartUploadResult', `${inside}<ETag>${escaped(etag)}</ETag>`)
}

/** How many parts a request that ends an upload names. */
export function partsIn(body: string): number {
  return body.match(/<PartNumber>/gu)?.length ?? 0
}

export function copied({ etag, changedAt }: TableFile): S3Answer {
  return xml('CopyObjectResult', `<ETag>${escaped(etag)}</ETag><LastModified>${changedAt.toISOString()}</LastModified>`)
}

/** Names in a request that deletes several files. */
export function namesToDelete(body: string): string[] {
  return [...body.matchAll(/<Key>([^<]*)<\/Key>/gu)].map(([, name = '']) => unescaped(name))
}

export function deleted(names: readonly string[]): S3Answer {
  return xml('DeleteResult', names.map((name) => `<Deleted><Key>${escaped(name)}</Key></Deleted>`).join(''))
}

export function refusal(status: number, code: string): S3Answer {
  return { ...xml('Error', `<Code>${code}</Code><Message>${code}</Message>`), status }
}
