import type { OcrLanguage, Turn } from '../page-reading'
import { type GreyPicture, type PixelBox, scaled, turned, turnedBack } from '../pictures/grey-picture'
import { withoutRules } from '../pictures/without-rules'
import { overlookedInk, withOverlooked } from './overlooked'
import { joinReadings } from './join-readings'
import type { Recogniser, SeenText, SeenWord } from './recogniser'
import { confidenceOf, letterCount, readableText } from './readable-text'

/** A picture's text; boxes in pixels of the picture as it was given. */
export interface PictureText {
  readonly text: SeenText
  /** Mean over the letters, from 0 to 1; 0 where there are none. */
  readonly confidence: number
  readonly languages: readonly OcrLanguage[]
  readonly turned: Turn
}

export interface ReadingHints {
  /** The language of the page before. */
  readonly language?: OcrLanguage | undefined
  /** How the file says that the page is turned. */
  readonly turn?: Turn | undefined
}

/** Letters of fewer pixels are read badly: small pictures are enlarged, at most this often. */
const mostEnlarged = 3
const smallSide = 2000
const goodSide = 2600
/** Longer sides cost time and memory and make nothing better. */
const largestSide = 3600
/** Below this the picture may stand on its side or upside down. */
const doubtful = 0.65
const previewSide = 1400
/** By how much a turned picture must be read better. */
const clearlyBetter = 0.1
/** From this share of letters in lines of low confidence on, the other language is tried as well. */
const weakShare = 0.08
const weakLine = 0.75
/** From this share of dark pixels outside of all words on, a page is looked at again. */
const muchOverlooked = 0.12

/** Reads a picture in the language it is written in, turned upright where it is not. */
export async function readPicture(
  picture: GreyPicture,
  recogniser: Recogniser,
  { language = 'eng', turn = 0 }: ReadingHints = {},
): Promise<PictureText> {
  const first = await readTurned(picture, recogniser, { language, turn })
  if (first.confidence >= doubtful) return first
  const better = await findTurn(picture, recogniser, turn)
  if (better === turn) return first
  const second = await readTurned(picture, recogniser, { language, turn: better })
  return second.confidence > first.confidence ? second : first
}

async function readTurned(
  picture: GreyPicture,
  recogniser: Recogniser,
  { language, turn }: Required<ReadingHints> & { readonly language: OcrLanguage; readonly turn: Turn },
): Promise<PictureText> {
  const factor = factorFor(picture)
  const upright = withoutRules(scaled(turned(picture, turn), factor))
  const { text: seen, languages } = await readInBoth(upright, recogniser, language)
  const text = await lookAgain(upright, seen, { recogniser, language: languages[0] ?? language })
  const back = (box: PixelBox): PixelBox => {
    const [left, top, right, bottom] = box
    const scaledBack = [left / factor, top / factor, right / factor, bottom / factor] as const
    return turnedBack(scaledBack, turn, picture.width, picture.height)
  }
  const placed = readableText(text).map((lines) =>
    lines.map(({ words }) => ({ words: words.map((word): SeenWord => ({ ...word, box: back(word.box) })) })),
  )
  return { text: placed, confidence: confidenceOf(placed), languages, turned: turn }
}

/** Looks a second time for scattered words where much ink was passed over, as of tables and headings. */
async function lookAgain(
  picture: GreyPicture,
  text: SeenText,
  { recogniser, language }: { readonly recogniser: Recogniser; readonly language: OcrLanguage },
): Promise<SeenText> {
  if (overlookedInk(picture, text) < muchOverlooked) return text
  return withOverlooked(readableText(text), readableText(await recogniser.recognise(picture, language, 'scattered')))
}

function factorFor({ width, height }: GreyPicture): number {
  const side = Math.max(width, height)
  if (side < smallSide) return Math.min(mostEnlarged, goodSide / side)
  return side > largestSide ? largestSide / side : 1
}

/** The expected language first; the other one too where lines were read badly, or where Chinese data met no Chinese. */
async function readInBoth(picture: GreyPicture, recogniser: Recogniser, language: OcrLanguage) {
  const first = await recogniser.recognise(picture, language)
  const isForeign = language === 'chi_sim' && hanShare(first) < 0.1
  if (letterCount(first) > 0 && weakness(first) < weakShare && !isForeign) return { text: first, languages: [language] }
  const other: OcrLanguage = language === 'eng' ? 'chi_sim' : 'eng'
  const second = await recogniser.recognise(picture, other)
  return joinReadings({ text: first, language }, { text: second, language: other })
}

/** The share of letters that stand in lines of low confidence. */
function weakness(text: SeenText): number {
  const lines = text.flat()
  const weak = lines.filter((line) => confidenceOf([[line]]) < weakLine)
  return letterCount([weak]) / Math.max(1, letterCount([lines]))
}

function hanShare(text: SeenText): number {
  const all = text.flat().flatMap(({ words }) => words.map((word) => word.text))
  return (all.join('').match(/\p{Script=Han}/gu)?.length ?? 0) / Math.max(1, letterCount(text))
}

/** The turn by which a small copy is read best; `usual` unless another is clearly better. Chinese data reads Latin letters too. */
async function findTurn(picture: GreyPicture, recogniser: Recogniser, usual: Turn): Promise<Turn> {
  const small = scaled(picture, Math.min(mostEnlarged, previewSide / Math.max(picture.width, picture.height)))
  const turns: readonly Turn[] = [0, 90, 180, 270]
  const scores = new Map<Turn, number>()
  for (const turn of turns) scores.set(turn, scoreOf(await recogniser.recognise(turned(small, turn), 'chi_sim')))
  const best = turns.reduce((one, other) => ((scores.get(other) ?? 0) > (scores.get(one) ?? 0) ? other : one))
  return (scores.get(best) ?? 0) > (scores.get(usual) ?? 0) + clearlyBetter ? best : usual
}

/** Confidence, held against few letters: a picture on its side yields specks that pass for a letter or two. */
function scoreOf(text: SeenText): number {
  return confidenceOf(text) * Math.min(1, letterCount(text) / 20)
}
