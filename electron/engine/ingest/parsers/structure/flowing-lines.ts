import type { Block } from '@shared/documents'
import type { StructureBuilder } from './structure-builder'

const wide = /[\p{Script=Han}。，、；：！？（）「」『』]/u

/** Lines that are one paragraph: a line break between them means a space, and nothing between Chinese characters. */
export function joinLines(lines: readonly string[]): string {
  const parts: string[] = []
  let last = ''
  for (const line of lines) {
    const next = line.trim()
    if (next === '') continue
    if (last !== '' && !(wide.test(last) && wide.test(next.charAt(0)))) parts.push(' ')
    parts.push(next)
    last = next.charAt(next.length - 1)
  }
  return parts.join('')
}

/** Gathers the lines of a paragraph, a list item or a quote until it ends, in formats where people break lines at will. */
export class FlowingLines {
  #lines: string[] = []
  #kind: Block['kind'] = 'paragraph'

  constructor(
    readonly builder: StructureBuilder,
    /** Reads the markup of what was gathered. */
    readonly inline: (text: string) => string,
  ) {}

  get isOpen(): boolean {
    return this.#lines.length > 0
  }

  /** The kind of what is open. */
  get kind(): Block['kind'] {
    return this.#kind
  }

  begin(kind: Block['kind'], line: string): void {
    this.end()
    this.#kind = kind
    this.#lines.push(line)
  }

  /** One more line of what is open; a paragraph where nothing is. */
  add(line: string): void {
    if (!this.isOpen) this.#kind = 'paragraph'
    this.#lines.push(line)
  }

  end(): void {
    if (this.isOpen) this.builder.add(this.#kind, this.inline(joinLines(this.#lines)))
    this.#lines = []
  }
}
