import { CairnError } from '@shared/errors'
import type { StructureBuilder } from '../structure/structure-builder'

/** Notes which slides hold no text. Throws CairnError NO_TEXT where none of a presentation does. */
export function addSlidesWithoutText(
  builder: StructureBuilder,
  numbers: readonly number[],
  /** How many slides there are, and how many of them hold nothing but pictures. */
  { of, pictures }: { readonly of: number; readonly pictures: number },
): void {
  if (numbers.length === of) {
    throw pictures > 0
      ? new CairnError(
          'NO_TEXT',
          'The presentation holds no text, and OCR found none in its pictures.',
          'Cairn finds what is written in a picture, in English or Chinese, not what it shows. If there is such text, add sharper pictures.',
        )
      : new CairnError('NO_TEXT', 'The presentation holds no text.', 'Check that the right file was added.')
  }
  if (numbers.length === 0) return
  const detail = `Slides without text: ${numbers.join(', ')}.`
  builder.gaps.push({ kind: 'pages_without_text', detail, pages: [...numbers] })
}
