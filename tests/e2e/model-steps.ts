import type { Locator, Page } from '@playwright/test'
import { expect } from './cairn'
import { type Language, person } from './steps'

/** What a person does in the Models view, and what can be seen of a written answer. */
export function modelOwner(page: Page, language: Language = 'en') {
  const someone = person(page, language)
  const { say, button } = someone
  /** A model in the list of installed ones. */
  const installed = (name: string): Locator =>
    page.locator('#models-installed').getByRole('listitem').filter({ hasText: name })
  return {
    ...someone,
    installed,
    section: (id: 'starter' | 'use' | 'installed' | 'catalogue' | 'servers' | 'network' | 'advanced') =>
      page.locator(`#models-${id}`),
    async addByPath(path: string, name: string) {
      await button('models:add.label').click()
      await page.getByRole('menuitem', { name: say('models:add.path') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill(path)
      await dialog.getByRole('button', { name: say('models:add.submit'), exact: true }).click()
      await expect(this.deleteButton(name)).toBeVisible({ timeout: 30_000 })
    },
    /** Adds a server by its address and has one of its models write the answers. */
    async useServer(url: string, model: string) {
      const servers = this.section('servers')
      await servers.getByRole('textbox', { name: say('models:servers.address') }).fill(url)
      await servers.getByRole('button', { name: say('models:servers.add'), exact: true }).click()
      // Another server may have a model of that name.
      const row = servers.getByRole('listitem').filter({ hasText: url })
      await expect(row).toContainText(say('models:servers.reachable'))
      await row.getByRole('button', { name: say('models:servers.useNamed', { name: model }), exact: true }).click()
    },
    deleteButton: (name: string) => button('models:delete.label', { name }),
    /** Gives a job to a model, by the name it is listed with. */
    async choose(role: 'language' | 'fallback' | 'embedder' | 'reranker' | 'reader', name: string) {
      await page.getByRole('combobox', { name: say(`models:use.${role}.name`), exact: true }).click()
      await page.getByRole('option', { name }).click()
      await expect(page.getByRole('listbox')).toBeHidden()
    },
    /** Resolves when an answer is complete, however long its model takes to be loaded. */
    async finished(turn: Locator) {
      await expect(turn.getByRole('button', { name: say('chat:copyAnswer') })).toBeVisible({ timeout: 90_000 })
      await expect(button('chat:stop')).toBeHidden()
    },
    /** The words of an answer without its citations. */
    answerText: (turn: Locator): Promise<string> =>
      turn.locator('.answer').evaluate((answer) => {
        const copy = answer.cloneNode(true) as Element
        for (const citation of copy.querySelectorAll('button')) citation.remove()
        return copy.textContent.replace(/\u00A0/gu, '').trim()
      }),
    /** Opens the card of a stage and returns what it says. */
    async stage(turn: Locator, number: number): Promise<Locator> {
      const strip = turn.getByRole('group', { name: say('pipeline:label') })
      const name = say(`pipeline:names.${number}`)
      const line = strip.locator('button[aria-expanded]').last()
      const card = strip.getByRole('list').first().getByRole('button', { name }).first()
      const details = page.getByRole('dialog').filter({ hasText: `${number} ${name}` })
      // Cards of a turn that has just ended fold by themselves, perhaps under the pointer; those that were opened stay.
      await expect(async () => {
        if ((await line.getAttribute('aria-expanded')) === 'false') await line.click()
        await card.click({ timeout: 2000 })
        await expect(details).toBeVisible({ timeout: 2000 })
      }).toPass()
      return details
    },
  }
}

/**
 * Notes every text that the element of a selector has from now on; the returned function tells them, in order. What is
 * there for a moment only cannot be waited for.
 */
export async function watchTexts(page: Page, selector: string): Promise<() => Promise<string[]>> {
  await page.evaluate((of) => {
    const texts: string[] = []
    Object.assign(window, { seenTexts: texts })
    const look = () => {
      const text = document.querySelector(of)?.textContent ?? ''
      if (text !== '' && texts.at(-1) !== text) texts.push(text)
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  }, selector)
  return () => page.evaluate(() => (window as unknown as { seenTexts: string[] }).seenTexts)
}
