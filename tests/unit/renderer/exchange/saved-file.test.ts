import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SavedFile } from '@renderer/bridge/saved-file'

describe('a file that comes in pieces', () => {
  // Would catch bytes above 127 turned into two, and pieces whose padding ends the file.
  it('has the bytes of its pieces, however they were cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 }), async (pieces) => {
        const file = new SavedFile()
        for (const piece of pieces) file.add(Buffer.from(piece).toString('base64'))
        const whole = Buffer.concat(pieces)
        expect(file.bytes).toBe(whole.length)
        expect(Buffer.from(await file.toBlob('x/y').arrayBuffer())).toEqual(whole)
      }),
      { numRuns: 60 },
    )
  })

  // Would catch pieces lost or turned around where the memory is handed over.
  it('keeps its order when it is longer than what is held in memory', async () => {
    const file = new SavedFile()
    const piece = Buffer.alloc(1024 * 1024)
    for (let at = 0; at < 9; at += 1) file.add(piece.fill(at).toString('base64'))
    const bytes = new Uint8Array(await file.toBlob('').arrayBuffer())
    expect(bytes.length).toBe(9 * piece.length)
    expect(Array.from({ length: 9 }, (_, at) => bytes[at * piece.length])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })
})
