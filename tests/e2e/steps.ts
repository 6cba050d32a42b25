import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { root } from './cairn'

export type Language = 'en' | 'zh'

/** A text of the interface by its locale key (`chat:send`), with its values filled in. */
export function text(language: Language, key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const [namespace = '', path = ''] = key.split(':')
  const file = join(root, 'renderer/locales', language, `${namespace}.json`)
  const tree: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const found = path.split('.').reduce<unknown>((node, part) => (isTree(node) ? node[part] : undefined), tree)
  if (typeof found !== 'string') throw new Error(`There is no text ${key} in ${language}.`)
  return found.replace(/\{\{\s*(\w+)[^}]*\}\}/gu, (_, name: string) => String(values[name] ?? ''))
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** What a person does on a page in one language; specs say why. */
export function person(page: Page, language: Language = 'en') {
  const say = (key: string, values?: Readonly<Record<string, string | number>>) => text(language, key, values)
  const button = (key: string, values?: Readonly<Record<string, string | number>>) =>
    page.getByRole('button', { name: say(key, values), exact: true })
  const composer = page.getByRole('textbox', { name: say('chat:composer') })

  return {
    say,
    button,
    composer,
    async skipWelcome() {
      await button('welcome:skip').click()
      await expect(button('app:newChat')).toBeVisible()
    },
    /** Takes the sample collection from the welcome screen and waits until all of it can be asked about. */
    async trySample() {
      await button('welcome:sample').click()
      await this.goTo('library')
      await expect(page.getByRole('button', { name: `${say('library:group.ready')} 18`, exact: true })).toBeVisible({
        timeout: 60_000,
      })
      await this.goTo('chat')
    },
    async goTo(view: 'chat' | 'library' | 'research' | 'notes' | 'graph' | 'evaluation' | 'models' | 'settings') {
      // In a window with no room for it the sidebar is asked for first. The button goes where a window has just become wide enough.
      const opener = button('app:openSidebar')
      if (await opener.isVisible()) await opener.click({ timeout: 5_000 }).catch(() => undefined)
      await page
        .getByRole('navigation')
        .getByRole('button', { name: say(`app:${view}`), exact: true })
        .click()
      if (view !== 'chat') await expect(page.getByRole('heading', { name: say(`app:${view}`), level: 1 })).toBeVisible()
    },
    async ask(question: string) {
      await composer.fill(question)
      await composer.press('Enter')
    },
    // Long names are shown in two pieces, so the button that chooses the row tells which it is.
    row: (name: string): Locator =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name: say('library:row.choose', { name }), exact: true }) }),
    /** The article of a question and its answer. */
    turn: (question: string): Locator => page.getByRole('article', { name: say('chat:turnLabel', { question }) }),
    /** The citations of a turn. */
    citations: (turn: Locator): Locator =>
      turn.getByRole('button', {
        name: new RegExp(`^${say('chat:citation', { number: 'N', name: '' }).replace('N', '\\d+').trim()}`, 'u'),
      }),
    /** Resolves when the turn's answer is complete, and nothing moves away below a press any more. */
    async answered(turn: Locator) {
      // Slowed down to be interrupted, an answer takes most of the usual fifteen seconds.
      await expect(turn.getByRole('button', { name: say('chat:copyAnswer') })).toBeVisible({ timeout: 40_000 })
      await expect(button('chat:stop')).toBeHidden()
      // The cards of the stages fold while the answer comes.
      await expect(turn.locator('[class*=folding]')).toHaveCount(0)
    },
  }
}
