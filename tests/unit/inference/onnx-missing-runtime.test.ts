import { expect, test } from 'vitest'
import { modelOpeners, withRuntime } from '@engine/inference/host/open-model'

// Would catch "something failed" on a Mac with an Intel processor, for which ONNX Runtime has no build.
test('where ONNX Runtime has no build, it is said, with what can be done', async () => {
  const cause = new Error("Cannot find module '../bin/napi-v6/darwin/x64/onnxruntime_binding.node'")
  await expect(withRuntime(Promise.reject(cause))).rejects.toMatchObject({
    code: 'MODEL_UNUSABLE',
    message: expect.stringContaining('cannot be loaded on this computer') as string,
    action: expect.stringContaining('Model2Vec') as string,
    cause,
  })
  expect(await withRuntime(Promise.resolve('loaded'))).toBe('loaded')
})

test('a folder is looked into without it', async () => {
  const files = { kind: 'embedder' as const, format: 'static' as const, path: '/no/such/folder' }
  await expect(modelOpeners.inspect(files)).rejects.toMatchObject({ code: 'MODEL_UNUSABLE' })
})
