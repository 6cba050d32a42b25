import { expect, it } from 'vitest'
import { signS3Request } from '@engine/storage/shared/s3-request'

/** The examples of Amazon's “Signature Calculations for the Authorization Header” (Amazon S3 API reference, signature version 4). */
const place = {
  ...{ accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
  ...{ region: 'us-east-1', sessionToken: undefined, endpoint: undefined },
  ...{ bucket: 'examplebucket', prefix: '', url: 'https://examplebucket.s3.amazonaws.com' },
}
const examples = [
  [
    'lists objects',
    { method: 'GET', url: `${place.url}/?max-keys=2&prefix=J` },
    'host;x-amz-content-sha256;x-amz-date',
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
  [
    'asks for a part of the bucket’s settings',
    { method: 'GET', url: `${place.url}/?lifecycle` },
    'host;x-amz-content-sha256;x-amz-date',
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'puts an object',
    {
      ...{
        method: 'PUT',
        url: `${place.url}/test%24file.text`,
        body: new TextEncoder().encode('Welcome to Amazon S3.'),
      },
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    },
    'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
] as const

// A server that verifies signatures refuses every request where one of these differs; s3rver verifies none.
it.each(examples)('signs a request that %s as Amazon does', async (_, request, headers, signature) => {
  const { authorization } = await signS3Request(place, request, '20130524T000000Z')
  expect(authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=${headers}, Signature=${signature}`,
  )
})
