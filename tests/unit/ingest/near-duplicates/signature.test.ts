import { describe, expect, it } from 'vitest'
import {
  fewestWords,
  likeness,
  readSignature,
  signatureLength,
  signatureOf,
  writeSignature,
} from '@engine/ingest/near-duplicates/signature'
import { nearlyTheSame, SignatureGroups } from '@engine/ingest/near-duplicates/signature-groups'

/** The same numbers every time (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

const syllables = 'ka lo mi ren sta vor del nim tor us pra ge hin bo'.split(' ')
const han =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经'

function words(count: number, seed: number): string[] {
  const next = random(seed)
  const pick = () => syllables[Math.floor(next() * syllables.length)] ?? ''
  return Array.from({ length: count }, () => `${pick()}${pick()}${pick()}`)
}

function chinese(count: number, seed: number): string {
  const next = random(seed)
  return Array.from({ length: count }, () => han[Math.floor(next() * han.length)]).join('')
}

/** Every so-many-th word is another one. */
function edited(text: readonly string[], every: number): string {
  return text.map((word, at) => (at % every === every - 1 ? `other${at}` : word)).join(' ')
}

function alike(one: string, other: string): number {
  const [a, b] = [signatureOf(one), signatureOf(other)]
  if (!a || !b) throw new Error('too short')
  return likeness(a, b)
}

/** The true Jaccard coefficient of runs of four words. */
function jaccard(one: string, other: string): number {
  const runs = (text: string) => {
    const all = text.split(' ')
    return new Set(all.slice(0, -3).map((_, at) => all.slice(at, at + 4).join(' ')))
  }
  const [a, b] = [runs(one), runs(other)]
  const shared = [...a].filter((run) => b.has(run)).length
  return shared / (a.size + b.size - shared)
}

describe('signatureOf', () => {
  // Would catch an estimate that is biased, as by bins that stay empty in short texts.
  it.each([
    [60, 30],
    [150, 60],
    [400, 40],
    [3000, 50],
    [3000, 8],
  ])('estimates how much two texts of %i words share, every %i-th of which differs', (count, every) => {
    const differences = Array.from({ length: 12 }, (_, seed) => {
      const text = words(count, seed)
      return alike(text.join(' '), edited(text, every)) - jaccard(text.join(' '), edited(text, every))
    })
    const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length
    expect(Math.abs(mean)).toBeLessThan(0.05)
    expect(Math.max(...differences.map(Math.abs))).toBeLessThan(0.2)
  })

  it('reads text, not how it is set', () => {
    const text = words(200, 1)
    expect(alike(text.join(' '), text.map((word) => word.toUpperCase()).join(',\n\n'))).toBe(1)
    const zh = chinese(400, 1)
    expect(alike(zh, zh.replace(/(.{20})/gu, '$1，\n'))).toBe(1)
  })

  it('tells other texts apart, in English and Chinese', () => {
    expect(alike(words(500, 1).join(' '), words(500, 2).join(' '))).toBeLessThan(0.1)
    expect(alike(chinese(600, 1), chinese(600, 2))).toBeLessThan(0.1)
    const zh = chinese(800, 3)
    expect(alike(zh, `${zh.slice(0, 400)}新加的句子。${zh.slice(400)}`)).toBeGreaterThan(nearlyTheSame)
  })

  // Would catch notes of two lines that are all taken for one.
  it('says nothing of short texts', () => {
    expect(signatureOf(words(fewestWords - 1, 1).join(' '))).toBeNull()
    expect(signatureOf(words(fewestWords, 1).join(' '))).not.toBeNull()
    expect(signatureOf(chinese(2 * fewestWords - 1, 1))).toBeNull()
    expect(signatureOf('')).toBeNull()
    expect(signatureOf('same '.repeat(3))).toBeNull()
    expect(signatureOf('same '.repeat(500))).not.toBeNull()
  })

  it('is written and read back', () => {
    const signature = signatureOf(words(100, 1).join(' '))
    expect(signature).toHaveLength(signatureLength)
    expect(signature && readSignature(writeSignature(signature))).toEqual(signature)
    expect(readSignature('bm9uZQ==')).toBeNull()
  })
})

describe('SignatureGroups', () => {
  const grouped = (texts: readonly string[]): string[] => {
    const groups = new SignatureGroups()
    return texts.map((text, at) => {
      const signature = signatureOf(text)
      return signature ? groups.groupOf(signature, `g${at}`) : '-'
    })
  }

  it('puts edited copies together and leaves others alone', () => {
    const text = words(600, 1)
    const copies = [text.join(' '), edited(text, 60), `${text.join(' ')} ${words(20, 9).join(' ')}`]
    expect(grouped([...copies, words(600, 2).join(' '), edited(text, 6)])).toEqual(['g0', 'g0', 'g0', 'g3', 'g4'])
  })

  // Would catch reports of two years that become one: most of what they say differs.
  it('tells apart what shares no more than a frame', () => {
    const frame = words(120, 1)
    const reports = [2, 3].map((seed) => [...frame, ...words(80, seed), ...frame.toReversed()].join(' '))
    expect(new Set(grouped(reports)).size).toBe(2)
  })

  // Would catch a comparison of each text with each: 2,000 texts with the same beginning are 2 million pairs.
  it('compares few of many texts', () => {
    const frame = words(60, 1)
    const signatures = Array.from({ length: 2000 }, (_, seed) => {
      return signatureOf([...frame, ...words(140, seed + 10)].join(' ')) ?? new Uint16Array(signatureLength)
    })
    const groups = new SignatureGroups()
    expect(new Set(signatures.map((signature, at) => groups.groupOf(signature, `g${at}`))).size).toBe(2000)
    expect(groups.compared).toBeLessThan(2000 * 20)
  })
})
