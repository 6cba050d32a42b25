import { describe, expect, test } from 'vitest'
import { DisposerStack } from '@engine/platform/disposer-stack'

describe('a stack of disposers', () => {
  // Would catch a store that is closed before those who write into it.
  test('closes the last first, one after another', async () => {
    const order: string[] = []
    const stack = new DisposerStack()
    stack.defer(() => order.push('store'))
    stack.defer(async () => {
      order.push('library begins')
      await Promise.resolve()
      order.push('library ends')
    })
    await stack.close()
    expect(order).toEqual(['library begins', 'library ends', 'store'])
  })

  test('closes the others where one fails, each once, and throws the first failure', async () => {
    let closed = 0
    const stack = new DisposerStack()
    stack.defer(() => (closed += 1))
    stack.defer(() => Promise.reject(new Error('second')))
    stack.defer(() => {
      throw new Error('first')
    })
    await expect(stack.close()).rejects.toThrow('first')
    await expect(stack.close()).rejects.toThrow('first')
    expect(closed).toBe(1)
  })

  test('takes nothing in once it is closed', async () => {
    const stack = new DisposerStack()
    await stack.close()
    expect(() => stack.defer(() => undefined)).toThrow('closed already')
  })
})
