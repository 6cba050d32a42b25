import type { TokenReader } from '../../reading/question-tokens'
import { called, factorialOf, joined, negated, numberPiece, percentPiece, type Piece, raised } from './expression-piece'

const several = new Set(['min', 'max', 'mean', 'median', 'sum', 'gcd', 'lcm', 'round', 'pow', 'log'])
const ofAngles = new Set(['sin', 'cos', 'tan'])
const deepest = 40

/** Reads arithmetic in figures and in words of both languages. Every method gives null where nothing of its kind stands. */
export class ExpressionGrammar {
  #depth = 0
  #inAngle = false

  constructor(private readonly reader: TokenReader) {}

  /** sum := product (("plus" | "minus") product)* */
  sum(): Piece | null {
    if (this.#depth > deepest) return null
    this.#depth += 1
    const piece = this.#chain('add', () => this.#product())
    this.#depth -= 1
    return piece
  }

  #product(): Piece | null {
    return this.#chain('multiply', () => this.operand())
  }

  #chain(kind: 'add' | 'multiply', read: () => Piece | null): Piece | null {
    let left = read()
    while (left) {
      const start: Piece = left
      const next = this.reader.attempt(() => {
        const operator = this.reader.take(kind)
        const right = operator === undefined ? null : read()
        return operator !== undefined && right ? joined(start, operator, right) : null
      })
      if (!next) break
      left = next
    }
    return left
  }

  /** operand := "-" operand | primary and what is said of it */
  operand(): Piece | null {
    let minus = 0
    while (this.reader.take('add', '-') !== undefined) minus += 1
    if (minus > 2) return null
    const primary = this.#primary()
    const piece = primary && this.#withEndings(primary)
    return piece && minus % 2 === 1 ? negated(piece) : piece
  }

  #primary(): Piece | null {
    const { reader } = this
    return (
      reader.attempt(() => this.#enclosed()) ??
      reader.attempt(() => this.#applied()) ??
      reader.attempt(() => this.#share()) ??
      reader.attempt(() => this.#multiple()) ??
      reader.attempt(() => this.#plain())
    )
  }

  #enclosed(): Piece | null {
    if (this.reader.take('open') === undefined) return null
    const inner = this.sum()
    return inner && this.reader.take('close') !== undefined ? inner : null
  }

  /** sqrt(16), square root of 16, average of 3, 5 and 10 */
  #applied(): Piece | null {
    const { reader } = this
    const withArguments = reader.attempt(() => this.#called())
    if (withArguments) return withArguments
    const aggregate = reader.peek('aggregate')
    if (aggregate !== undefined && reader.attempt(() => this.#takeOf('aggregate'))) {
      return aggregateOf(aggregate, this.list())
    }
    const power = reader.take('raised_of')
    if (power !== undefined) {
      const base = this.operand()
      return base && raised(base, numberPiece(power))
    }
    const name = reader.take('root') ?? reader.take('function')
    if (name === undefined || (several.has(name) && reader.peek('open') !== undefined)) return null
    reader.take('of')
    return this.#inAngleOf(name, () => {
      const inner = this.operand()
      return inner && called(name, [inner])
    })
  }

  #takeOf(kind: string): true | null {
    this.reader.take(kind)
    return this.reader.take('of') !== undefined || this.reader.take('between') !== undefined ? true : null
  }

  #called(): Piece | null {
    const { reader } = this
    const name = reader.take('function') ?? reader.take('root')
    if (name === undefined || reader.take('open') === undefined) return null
    // In max(1,200) the comma may group or separate.
    const isAmbiguous =
      several.has(name) && reader.tokens.some(({ raw, senses }) => senses.has('number') && raw.includes(','))
    if (isAmbiguous) return null
    return this.#inAngleOf(name, () => {
      const args = this.list()
      if (!args || reader.take('close') === undefined || (args.length > 1 && !several.has(name))) return null
      return called(name, args)
    })
  }

  #inAngleOf(name: string, read: () => Piece | null): Piece | null {
    const outer = this.#inAngle
    this.#inAngle = ofAngles.has(name)
    const piece = read()
    this.#inAngle = outer
    return piece
  }

  /** Pieces with commas or “and” between them. */
  list(): Piece[] | null {
    const pieces: Piece[] = []
    do {
      const piece = this.sum()
      if (!piece) return null
      pieces.push(piece)
      // “3, 4, and 5”
    } while (this.reader.skip('comma') > 0)
    return pieces
  }

  /** 15% of 890,000; 20% off 350; 百分之十五; 三分之一 */
  #share(): Piece | null {
    const percent = this.percent()
    if (!percent) return this.reader.attempt(() => this.fraction())
    if (this.reader.take('off') !== undefined) {
      const whole = this.operand()
      return whole && joined(whole, '-', percent)
    }
    const whole = this.reader.attempt(() => (this.reader.take('of') === undefined ? null : this.operand()))
    return whole ? joined(percent, '*', whole) : percent
  }

  /** A percentage, in either order of words. */
  percent(): Piece | null {
    return this.reader.attempt(() => {
      const before = this.reader.take('percent_of_zh') !== undefined
      const value = this.reader.take('number')
      if (value === undefined || (!before && this.reader.take('percent') === undefined)) return null
      return percentPiece(value)
    })
  }

  /** 三分之一 */
  fraction(): Piece | null {
    const below = this.reader.take('number')
    if (below === undefined || this.reader.take('fraction_zh') === undefined) return null
    const above = this.reader.take('number')
    return above === undefined ? null : joined(numberPiece(above), '/', numberPiece(below))
  }

  /** half of 50, twice 7 */
  #multiple(): Piece | null {
    const { reader } = this
    const [by, operator] =
      reader.peek('part') === undefined ? [reader.take('multiple'), '*'] : [reader.take('part'), '/']
    if (by === undefined) return null
    reader.take('of')
    const whole = this.operand()
    return whole && joined(whole, operator, numberPiece(by))
  }

  #plain(): Piece | null {
    const constant = this.reader.take('constant')
    if (constant !== undefined) return { text: constant, level: 'atom', isWorked: false }
    // What a sum of money is in makes no difference to it.
    this.reader.take('money')
    const value = this.reader.take('number')
    if (value === undefined) return null
    this.reader.take('money')
    if (this.#inAngle && this.reader.take('degrees') !== undefined) {
      return { text: `${value} deg`, level: 'product', isWorked: false }
    }
    return numberPiece(value)
  }

  #withEndings(primary: Piece): Piece {
    let piece = primary
    for (;;) {
      const start: Piece = piece
      const next = this.reader.attempt(() => this.#ending(start)) ?? this.reader.attempt(() => this.#partOf(start))
      if (!next) return piece
      piece = next
    }
  }

  #ending(piece: Piece): Piece | null {
    const { reader } = this
    if (reader.take('factorial') !== undefined) return factorialOf(piece)
    const power = reader.take('raised')
    if (power !== undefined) return raised(piece, numberPiece(power))
    if (reader.take('power') !== undefined) {
      const exponent = this.operand()
      return exponent && raised(piece, exponent)
    }
    const root = reader.take('root_of_zh')
    if (root !== undefined) return called(root, [piece])
    if (reader.take('discount') !== undefined) return this.#tenths(piece)
    const change = reader.take('change')
    if (change === undefined) return null
    const percent = this.percent()
    reader.take('change_end')
    return percent && joined(piece, change, percent)
  }

  /** What follows 的: a share, a multiple or a power of what stands before it. */
  #partOf(whole: Piece): Piece | null {
    const { reader } = this
    if (reader.take('de') === undefined) return null
    const percent = this.percent()
    if (percent) return joined(percent, '*', whole)
    if (reader.take('half_zh') !== undefined) return joined(whole, '/', numberPiece('2'))
    const share = reader.attempt(() => this.fraction())
    if (share) return joined(whole, '*', { ...share, level: 'sum' })
    const discounted = reader.attempt(() => this.#tenths(whole))
    if (discounted) return discounted
    const value = reader.take('number')
    if (value === undefined) return null
    if (reader.take('times_zh') !== undefined) return joined(whole, '*', numberPiece(value))
    return reader.take('nth_power') === undefined ? null : raised(whole, numberPiece(value))
  }

  /** 八折, 八五折, 8.5折 */
  #tenths(whole: Piece): Piece | null {
    const value = Number(this.reader.take('number'))
    if (!(value > 0 && value < 100) || this.reader.take('tenths') === undefined) return null
    const percent = value < 10 ? Number((value * 10).toFixed(6)) : value
    return joined(whole, '*', percentPiece(String(percent)))
  }
}

/** The sum, mean, … of pieces; null where there are too few or too many. */
export function aggregateOf(name: string, pieces: readonly Piece[] | null): Piece | null {
  const [first, second, ...others] = pieces ?? []
  if (!pieces || !first || !second) return null
  if (name === 'sum') return chained(pieces, '+')
  if (name === 'product') return chained(pieces, '*')
  const operator = { difference: '-', quotient: '/', mod: 'mod' }[name]
  if (operator === undefined) return called(name, pieces)
  return others.length === 0 ? joined(first, operator, second) : null
}

function chained(pieces: readonly Piece[], operator: string): Piece | null {
  const [first, ...others] = pieces
  return first ? others.reduce((sum, piece) => joined(sum, operator, piece), first) : null
}
