import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './cairn'
import { person } from './steps'

test.use({ withSample: true })
test.setTimeout(180_000)

/** Where the focus is, and whether one sees that it is there; `body` where it is nowhere. */
function focusOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 'body'
    const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent.slice(0, 40)}`
    const inside = focused.getAttribute('aria-activedescendant')
    const shown = (inside === null ? null : document.getElementById(inside)) ?? focused
    const { top, left, bottom, right } = shown.getBoundingClientRect()
    const isInSight = bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth && bottom > top
    if (!isInSight) return `out of sight: ${name}`
    // What the keyboard cannot come to by itself, as the heading of a new view, needs no ring.
    if (focused.getAttribute('tabindex') === '-1' && focused.matches('main, h1, h2, section')) return `seen: ${name}`
    const hasRing = (element: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
    }
    for (let element: Element | null = shown, up = 0; element && up < 4; element = element.parentElement, up += 1)
      if (hasRing(element)) return `seen: ${name}`
    return `without a ring: ${name}`
  })
}

/** Somebody who has only keys: after every key the focus is somewhere, and seen. */
function keys(page: Page) {
  const press = async (key: string, times = 1) => {
    for (let n = 0; n < times; n += 1) await page.keyboard.press(key)
    await expect.poll(() => focusOf(page), { message: `after ${key}` }).toMatch(/^seen/u)
  }
  return {
    press,
    /** Goes on with one key until the focus is at the place. */
    until: async (key: string, place: Locator, most = 40) => {
      for (let n = 0; n < most; n += 1) {
        if ((await place.count()) === 1 && (await place.evaluate((element) => element === document.activeElement)))
          return
        await press(key)
      }
      throw new Error(`${key} does not come to ${String(place)}: ${await focusOf(page)}`)
    },
  }
}

test('the main job is done with keys alone, and the focus is never lost', async ({ cairn }) => {
  const { page, folder } = cairn
  const someone = person(page)
  const { press, until } = keys(page)
  await expect(someone.composer).toBeVisible()
  const palette = async (words: string) => {
    await press('ControlOrMeta+k')
    await page.keyboard.type(words)
    await expect(page.getByRole('option', { selected: true })).toContainText(new RegExp(words, 'iu'))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  // Add a file: the library comes by itself.
  const file = join(folder, 'ferry.md')
  await writeFile(file, '# The ferry\n\nThe ferry across Lake Orrel takes 25 minutes and leaves at nine.\n')
  const choosing = page.waitForEvent('filechooser')
  await palette('Add files')
  await (await choosing).setFiles(file)
  const grid = page.getByRole('grid')
  await expect(someone.row('ferry.md')).toContainText(someone.say('library:status.ready'), { timeout: 60_000 })
  await press('Tab')

  // Choose documents.
  await until('Tab', grid)
  await press('Home')
  const chosen = page.locator('[role=row][aria-selected=true]')
  await expect(chosen).toHaveCount(1)
  await expect(chosen).toHaveAttribute('aria-rowindex', '2')
  await press('Shift+ArrowDown')
  await expect(chosen).toHaveCount(2)
  await press('Control+ArrowDown', 2)
  await expect(chosen).toHaveCount(2)
  await press('Control+Space')
  await expect(chosen).toHaveCount(3)
  await press('End')
  await expect(chosen).toHaveCount(1)
  await press('ArrowUp')

  // Ask.
  await palette('New chat')
  await expect(someone.composer).toBeFocused()
  const question = 'How long does the ferry across Lake Orrel take?'
  await page.keyboard.type(question)
  await page.keyboard.press('Enter')
  const turn = someone.turn(question)
  await someone.answered(turn)
  await press('Shift')

  // Go to the citation, and open the document at its place.
  const citation = someone.citations(turn).first()
  await until('Shift+Tab', citation)
  await press('Enter')
  await expect(page.locator('[data-mark="passage"]').first()).toContainText('25 minutes')
  await press('Shift')

  // Close the document: the focus is where it came from.
  await palette('Close the document')
  await expect(page.locator('[data-mark="passage"]')).toHaveCount(0)
  await press('Shift')

  // Export the answer.
  const copy = turn.getByRole('button', { name: someone.say('chat:copyWithSources') }).last()
  await until('Tab', copy)
  await press('Enter')
  await until('ArrowDown', page.getByRole('menuitem', { name: someone.say('chat:copyAs.file') }))
  await press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await press('Shift')
  const save = dialog.getByRole('button', { name: someone.say('exchange:export.submit') })
  await until('Tab', save)
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^How long does the ferry/u)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await press('Shift')
})
