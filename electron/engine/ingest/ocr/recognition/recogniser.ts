import type { OcrLanguage } from '../page-reading'
import type { GreyPicture, PixelBox } from '../pictures/grey-picture'

/** A word as it stands in the picture that was looked at; `confidence` from 0 to 1. */
export interface SeenWord {
  readonly text: string
  readonly confidence: number
  readonly box: PixelBox
}

export interface SeenLine {
  readonly words: readonly SeenWord[]
}

/** Paragraphs of lines, in reading order. */
export type SeenText = readonly (readonly SeenLine[])[]

/** Reads letters off a picture, by the data of one language at a time. */
export interface Recogniser {
  /** `scattered` looks for words anywhere, without an order: what a layout of columns leaves out, such as tables. */
  recognise(picture: GreyPicture, language: OcrLanguage, look?: 'page' | 'scattered'): Promise<SeenText>
  /** Decodes a PNG, JPEG, GIF (its first picture), BMP or WebP, turned as its EXIF says. Throws CairnError FILE_CORRUPT. */
  decode(bytes: Uint8Array): Promise<GreyPicture>
  close(): Promise<void>
}
