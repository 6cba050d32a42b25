/** How tightly the last operation of a piece binds. */
type Level = 'sum' | 'product' | 'sign' | 'power' | 'atom'

const order: readonly Level[] = ['sum', 'product', 'sign', 'power', 'atom']

/** A part of an expression, as the calculator's parser reads it. */
export interface Piece {
  readonly text: string
  readonly level: Level
  /** Whether anything is worked out in it: a number alone is no calculation. */
  readonly isWorked: boolean
}

export function numberPiece(value: string): Piece {
  return { text: value, level: 'atom', isWorked: false }
}

export function percentPiece(value: string): Piece {
  return { text: `${value}%`, level: 'atom', isWorked: false }
}

/** The piece, in parentheses where it binds less than `level`. */
function within(piece: Piece, level: Level): string {
  return order.indexOf(piece.level) < order.indexOf(level) ? `(${piece.text})` : piece.text
}

/** Two pieces joined by `+`, `-`, `*`, `/` or `mod`, read from the left. */
export function joined(left: Piece, operator: string, right: Piece): Piece {
  const level = operator === '+' || operator === '-' ? 'sum' : 'product'
  const tighter = level === 'sum' ? 'product' : 'sign'
  const [first, second] = [within(left, level), within(right, tighter)]
  const arePercents = isPercent(first) && isPercent(second)
  const text =
    level === 'sum'
      ? `${closed(first)} ${operator} ${arePercents ? closed(second) : second}`
      : `${first} ${operator} ${second}`
  return { text, level, isWorked: true }
}

function isPercent(text: string): boolean {
  return /^[\d.]+%$/u.test(text)
}

/** The parser takes `8% + 1` for a remainder, and `50% - 20%` for 20% of 50% less. */
function closed(text: string): string {
  return text.endsWith('%') ? `(${text})` : text
}

export function negated(piece: Piece): Piece {
  return { text: `-${within(piece, 'power')}`, level: 'sign', isWorked: piece.isWorked }
}

export function raised(base: Piece, exponent: Piece): Piece {
  return { text: `${within(base, 'atom')}^${within(exponent, 'sign')}`, level: 'power', isWorked: true }
}

export function factorialOf(piece: Piece): Piece {
  return { text: `${within(piece, 'atom')}!`, level: 'power', isWorked: true }
}

export function called(name: string, pieces: readonly Piece[]): Piece {
  return { text: `${name}(${pieces.map(({ text }) => text).join(', ')})`, level: 'atom', isWorked: true }
}
