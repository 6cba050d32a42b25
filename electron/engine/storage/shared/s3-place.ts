import { CairnError } from '@shared/errors'

/** Where a bucket is and who asks it. */
export interface S3Place {
  /** `s3://bucket/prefix`, without a slash at the end. */
  readonly address: string
  /** Of the bucket itself, without a slash at the end. */
  readonly url: string
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  /** Of another server than Amazon's, without a slash at the end. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

const form = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/

/**
 * Reads `s3://bucket/prefix`, and from the environment what AWS's own tools read there: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
 * `AWS_SESSION_TOKEN`, `AWS_REGION`, and `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL` for another server than Amazon's. Throws INVALID_INPUT.
 */
export function readS3Place(address: string, environment: Readonly<Record<string, string | undefined>>): S3Place {
  const [, bucket, path = ''] = form.exec(address) ?? []
  const names = path.split('/').filter((name) => name !== '')
  if (bucket === undefined || names.some((name) => name === '.' || name === '..')) {
    throw new CairnError(
      'INVALID_INPUT',
      `"${address}" is no address of a shared library.`,
      'It looks like s3://bucket/prefix.',
    )
  }
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  if (!accessKeyId || !secretAccessKey) {
    const action = 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.'
    throw new CairnError('INVALID_INPUT', `The credentials for ${address} are missing.`, action)
  }
  const region = environment['AWS_REGION'] || environment['AWS_DEFAULT_REGION'] || 'us-east-1'
  const endpoint = environment['AWS_ENDPOINT_URL_S3'] || environment['AWS_ENDPOINT_URL']
  return {
    address: ['s3:/', bucket, ...names].join('/'),
    url: urlOf(bucket, region, endpoint),
    prefix: names.map((name) => `${name}/`).join(''),
    ...{ bucket, region, accessKeyId, secretAccessKey },
    endpoint: endpoint?.replace(/\/+$/, '') || undefined,
    sessionToken: environment['AWS_SESSION_TOKEN'] || undefined,
  }
}

function urlOf(bucket: string, region: string, endpoint: string | undefined): string {
  if (endpoint) {
    if (URL.canParse(endpoint)) return `${endpoint.replace(/\/+$/, '')}/${bucket}`
    const action = 'It looks like https://storage.example.org.'
    throw new CairnError('INVALID_INPUT', 'AWS_ENDPOINT_URL is no web address.', action)
  }
  // The certificate of the server covers one name before its own: a bucket with dots has to be in the path.
  if (bucket.includes('.')) return `https://s3.${region}.amazonaws.com/${bucket}`
  return `https://${bucket}.s3.${region}.amazonaws.com`
}
