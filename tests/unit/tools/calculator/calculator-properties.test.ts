import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Calculator } from '@engine/tools/calculator/calculator'

const tool = new Calculator()
const context = { language: 'en' as const, now: 0, timeZone: 'UTC', signal: new AbortController().signal }

async function valueOf(text: string): Promise<unknown> {
  const read = tool.read({ text, ...context })
  if (read?.is !== 'arguments') return `not read: ${text}`
  return (await tool.run(read.args, context)).data['value']
}

const signs = Array.from('0123456789.+-*/^%!(), eEpi的百分之三加sqrtkm to')
const integer = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })

/** A sum of whole numbers as text, and what it comes to. */
const sums = fc.letrec<{ sum: [string, bigint]; product: [string, bigint]; atom: [string, bigint] }>((tie) => ({
  sum: fc
    .tuple(tie('product'), fc.array(fc.tuple(fc.constantFrom('+', '-'), tie('product')), { maxLength: 3 }))
    .map(([first, rest]) => fold(first, rest)),
  product: fc
    .tuple(tie('atom'), fc.array(fc.tuple(fc.constantFrom('*', '×'), tie('atom')), { maxLength: 2 }))
    .map(([first, rest]) => fold(first, rest)),
  atom: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    integer.map((value): [string, bigint] => [value < 0n ? `(${value})` : `${value}`, value]),
    tie('sum').map(([text, value]): [string, bigint] => [`(${text})`, value]),
  ),
}))

function fold([text, value]: [string, bigint], rest: [string, [string, bigint]][]): [string, bigint] {
  return rest.reduce<[string, bigint]>(
    ([left, total], [sign, [right, by]]) => [
      `${left} ${sign} ${right}`,
      sign === '+' ? total + by : sign === '-' ? total - by : total * by,
    ],
    [text, value],
  )
}

/** A decimal number as digits behind a point that stands `places` from the right. */
function decimal(digits: bigint, places: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places)
  const fraction = text.slice(text.length - places).replace(/0+$/u, '')
  return `${digits < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

describe('the calculator agrees with whole-number arithmetic', () => {
  it('on sums and products', async () => {
    await fc.assert(
      fc.asyncProperty(sums.sum, async ([text, value]) => {
        fc.pre(text.length < 380 && /[-+*×] /u.test(text))
        expect(await valueOf(`calculate ${text}`)).toBe(value.toString())
      }),
      { numRuns: 300, seed: 7 },
    )
  })

  it('on decimals', async () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 12n })
    const places = fc.integer({ min: 0, max: 9 })
    await fc.assert(
      fc.asyncProperty(digits, places, digits, places, async (a, pa, b, pb) => {
        const scale = Math.max(pa, pb)
        const sum = a * 10n ** BigInt(scale - pa) + b * 10n ** BigInt(scale - pb)
        expect(await valueOf(`calculate ${decimal(a, pa)} + ${decimal(b, pb)}`)).toBe(decimal(sum, scale))
        expect(await valueOf(`calculate ${decimal(a, pa)} * ${decimal(b, pb)}`)).toBe(decimal(a * b, pa + pb))
      }),
      { numRuns: 200, seed: 7 },
    )
  })

  it('on percentages, in both languages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 999 }),
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        async (percent, whole) => {
          const expected = decimal(BigInt(percent) * whole, 2)
          expect(await valueOf(`What is ${percent}% of ${whole.toLocaleString('en-US')}?`)).toBe(expected)
          expect(await valueOf(`${whole}的百分之${percent}是多少？`)).toBe(expected)
        },
      ),
      { numRuns: 200, seed: 7 },
    )
  })

  it('on powers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 2n, max: 999n }), fc.integer({ min: 2, max: 100 }), async (base, exponent) => {
        expect(await valueOf(`${base} to the power of ${exponent}`)).toBe((base ** BigInt(exponent)).toString())
      }),
      { numRuns: 100, seed: 7 },
    )
  })

  it('and never throws anything but its own error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom(...signs), maxLength: 60 }), async (text) => {
        tool.read({ text, ...context })
        await tool.run({ expression: text }, context).catch((thrown: unknown) => {
          expect(thrown).toMatchObject({ name: 'CairnError', code: 'INVALID_INPUT' })
        })
      }),
      { numRuns: 1000, seed: 7 },
    )
  })
})
