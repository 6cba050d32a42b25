import { join } from 'node:path'
import type { Page } from 'playwright'
import type { BenchIo } from '../io'
import { round } from '../metrics'
import { type EngineBench, lastUsage, question } from '../models/models-engine'
import { lastAnswerWord } from '../models/models-files'
import { stopFigures } from '../models/models-language'
import { median } from '../models/models-rounds'
import { withLongAnswers } from './long-answers'
import { type FrameFigures, readProbe, startProbe } from './page-probe'
import { launchChromium, withServedPage } from './served-page'

/**
 * Answers of a real model as they stand on a page in headless Chromium: tokens a second between the first word and the
 * last one on the screen, and what they cost in frames; beside them answers that come at the same rate out of no model at
 * all (`control`), which tells what of it is the model's share of the processor. The first answer only warms up. `stopped`:
 * milliseconds from pressing stop in the middle of an answer until the window shows it as ended.
 */
export async function measureModelAnswers(
  { engine, model, rounds, progress }: EngineBench,
  stops: number,
  io: BenchIo,
) {
  const browser = await launchChromium()
  const shown: ShownAnswer[] = []
  const controls: ShownAnswer[] = []
  const stopped: number[] = []
  let tokens = 0
  try {
    const rendererFolder = join(io.resources, '..', 'out', 'renderer')
    const served = { browser, engine: withLongAnswers(engine), rendererFolder, log: progress }
    await withServedPage(served, async (page) => {
      for (let at = 0; at <= rounds; at += 1) {
        progress(at === 0 ? 'a first answer in the window' : `answers in the window, round ${at} of ${rounds}`)
        const answer = await showAnswer(page, question, 'word0 ', lastAnswerWord)
        tokens = await lastAnswerTokens(engine)
        const rate = Math.round((tokens - 1) / answer.seconds)
        const control = await showAnswer(page, `stream ${controlTokens} ${rate}`, 'word1 ', `word${controlTokens - 1}`)
        if (at === 0) continue
        shown.push(answer)
        controls.push(control)
      }
      for (let at = 0; at < stops; at += 1) {
        if (at % 5 === 0) progress(`stopped in the window, ${at + 1} of ${stops}`)
        stopped.push(await stopAnswer(page))
      }
    })
  } finally {
    await browser.close()
  }
  return {
    model: model.id,
    tokens,
    ...answerFigures(shown, tokens),
    control: answerFigures(controls, controlTokens),
    stopped: stopFigures(stopped),
  }
}

/** Its last word is the last token. */
const controlTokens = 480

interface ShownAnswer extends FrameFigures {
  /** From the first word on the screen to the last one. */
  readonly seconds: number
  readonly firstMs: number
}

function answerFigures(shown: readonly ShownAnswer[], tokens: number) {
  const frames = shown.reduce((sum, one) => sum + one.frames, 0)
  const late = shown.reduce((sum, one) => sum + one.late_frames, 0)
  const tasks = shown.flatMap((one) => one.long_tasks_ms)
  return {
    shown_tokens_per_s: round(median(shown.map(({ seconds }) => (tokens - 1) / seconds)), 1),
    first_word_ms: round(median(shown.map(({ firstMs }) => firstMs)), 0),
    frames,
    late_frames: late,
    longest_frame_ms: Math.max(...shown.map((one) => one.longest_frame_ms)),
    long_tasks: tasks.length,
    longest_task_ms: Math.max(0, ...tasks),
  }
}

/** Asks in a new chat, and waits until the last word stands there and the turn is over. */
async function showAnswer(page: Page, asked: string, first: string, last: string): Promise<ShownAnswer> {
  await page.evaluate(() => (window.location.hash = '#/chat'))
  await page.waitForFunction((word) => !document.querySelector('main')?.textContent.includes(word), last)
  await page.locator('textarea').fill(asked)
  await startProbe(page)
  const watching = page.evaluate(watchWords, [first, last] as const)
  await page.locator('textarea').press('Enter')
  const { begun, seconds } = await watching
  const frames = await readProbe(page)
  await page
    .getByRole('button', { name: /Stop|停止/u })
    .last()
    .waitFor({ state: 'hidden' })
  return { ...frames, seconds, firstMs: begun }
}

/** In the page: milliseconds until the first word stands there, seconds from there to the last one. Looks fifty times a second. */
function watchWords([first, last]: readonly [string, string]): Promise<{ begun: number; seconds: number }> {
  return new Promise((resolve) => {
    const start = performance.now()
    let begun = 0
    const timer = setInterval(() => {
      const text = document.querySelector('main')?.textContent ?? ''
      if (begun === 0 && text.includes(first)) begun = performance.now()
      if (begun === 0 || !text.includes(last)) return
      clearInterval(timer)
      resolve({ begun: begun - start, seconds: (performance.now() - begun) / 1000 })
    }, 20)
  })
}

/** Asks in a new chat and presses stop once some words stand there. Milliseconds until stop is no longer offered. */
async function stopAnswer(page: Page): Promise<number> {
  await page.evaluate(() => (window.location.hash = '#/chat'))
  await page.waitForFunction(() => !document.querySelector('main')?.textContent.includes('word'))
  await page.locator('textarea').fill(question)
  await page.locator('textarea').press('Enter')
  await page.waitForFunction(() => document.querySelector('main')?.textContent.includes('word9 '))
  const stop = page.getByRole('button', { name: /Stop|停止/u }).last()
  return stop.evaluate(
    (button: HTMLButtonElement) =>
      new Promise<number>((resolve) => {
        const pressed = performance.now()
        button.click()
        const look = () => {
          if (button.isConnected) requestAnimationFrame(look)
          else resolve(performance.now() - pressed)
        }
        look()
      }),
  )
}

async function lastAnswerTokens(engine: EngineBench['engine']): Promise<number> {
  const [latest] = (await engine.listSessions()).toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))
  const usage = latest && (await lastUsage(engine, latest.id))
  if (!usage) throw new Error('No session was kept.')
  return usage.completion_tokens
}
