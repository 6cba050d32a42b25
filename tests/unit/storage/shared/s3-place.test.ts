import { describe, expect, it } from 'vitest'
import { readS3Place } from '@engine/storage/shared/s3-place'

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }

describe('the address of a shared library', () => {
  it.each([
    ['s3://team', {}, 'https://team.s3.us-east-1.amazonaws.com', '', 's3://team'],
    ['s3://team/a/b/', { AWS_REGION: 'eu-west-1' }, 'https://team.s3.eu-west-1.amazonaws.com', 'a/b/', 's3://team/a/b'],
    ['s3://team.docs/a', {}, 'https://s3.us-east-1.amazonaws.com/team.docs', 'a/', 's3://team.docs/a'],
    ['s3://team/a', { AWS_ENDPOINT_URL: 'https://x.example/' }, 'https://x.example/team', 'a/', 's3://team/a'],
    [
      's3://team/a',
      { AWS_ENDPOINT_URL: 'https://x.example', AWS_ENDPOINT_URL_S3: 'https://y.example:9000' },
      'https://y.example:9000/team',
      'a/',
      's3://team/a',
    ],
  ])('%s with %j', (address, environment, url, prefix, name) => {
    expect(readS3Place(address, { ...keys, ...environment })).toMatchObject({ url, prefix, address: name })
  })

  it.each(['s3://', 's3://T', 's3://team/../x', 's3://team/a b', 's3://team/a?b', 's3:/team', 'https://team'])(
    '%s is none',
    (address) => {
      expect(() => readS3Place(address, keys)).toThrow(/no address/)
    },
  )

  it('needs credentials, and a server that has an address', () => {
    expect(() => readS3Place('s3://team', { AWS_ACCESS_KEY_ID: 'id' })).toThrow(/credentials/)
    expect(() => readS3Place('s3://team', { ...keys, AWS_ENDPOINT_URL: 'here' })).toThrow(/no web address/)
  })
})
