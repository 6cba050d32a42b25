import type { Page } from '@playwright/test'
import { looks } from '../rounds'
import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { person } from './steps'

const cases = [
  { language: 'en', locale: 'en-US', colorScheme: 'light', file: 'history-timeline.txt' },
  { language: 'zh', locale: 'zh-CN', colorScheme: 'dark', file: '会议纪要-2024-11.txt' },
] as const

/** Selects the words of the first paragraph of the document on show; gives them back. */
async function selectParagraph(page: Page): Promise<string> {
  const paragraph = page.locator('[data-start] p').nth(1)
  await expect(paragraph).toBeVisible()
  const words = await paragraph.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    document.getSelection()?.removeAllRanges()
    document.getSelection()?.addRange(range)
    document.dispatchEvent(new PointerEvent('pointerup'))
    return element.textContent
  })
  return words.trim()
}

for (const { language, locale, colorScheme, file } of looks(cases, 1)) {
  test.describe(`highlights, ${language}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme, withSample: true })

    test('are made, commented on, listed, found again after a reload, searched and taken away', async ({ cairn }) => {
      const { page } = cairn
      const someone = person(page, language)
      const { say, button } = someone
      await someone.goTo('library')
      await someone.row(file).dblclick()
      const words = await selectParagraph(page)
      await button('viewer:highlights.addComment').click()
      const list = page.getByRole('region', { name: say('viewer:highlights.title') })
      await page.getByRole('textbox', { name: say('viewer:highlights.comment') }).fill('Ask the warden 问管理员')
      await page.keyboard.press('Control+Enter')
      await expect(list.getByText('Ask the warden 问管理员')).toBeVisible()
      // The focus is where the comment can be changed again.
      await expect(list.getByRole('button', { name: say('viewer:highlights.editComment') })).toBeFocused()
      const mark = page.locator('mark[data-own]').first()
      await expect(mark).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])

      await page.reload()
      await expect(mark).toBeVisible()
      await mark.click()
      await expect(list.getByText('Ask the warden 问管理员')).toBeVisible()

      // Found from the library and the palette, too, each said to be one's own, and opened at its place.
      await someone.goTo('library')
      await page.getByRole('textbox', { name: say('library:filter.text') }).fill('warden')
      const own = page.getByRole('region', { name: say('library:texts.highlights') })
      await expect(own.getByRole('button')).toContainText('Ask the warden 问管理员')
      expect(await seriousFindings(page)).toEqual([])
      await own.getByRole('button').press('Enter')
      await expect(mark).toBeVisible()
      await page.keyboard.press('Control+k')
      await page
        .getByRole('dialog', { name: say('palette:title') })
        .getByRole('combobox')
        .fill('warden')
      const option = page.getByRole('option').filter({ hasText: say('palette:highlight') })
      await expect(option).toContainText('Ask the warden 问管理员')
      await option.click()
      await expect(mark).toBeVisible()

      await someone.goTo('notes')
      await page.getByRole('searchbox', { name: say('notes:search.label') }).fill('warden')
      const hits = page.getByRole('list', { name: say('notes:search.hits') })
      await expect(hits.getByRole('button')).toHaveCount(1)
      await expect(hits).toContainText(words.slice(0, 20))
      await page.keyboard.press('Escape')
      await page
        .getByRole('list', { name: say('notes:highlighted') })
        .getByRole('button', { name: file })
        .click()
      await expect(page.getByRole('list', { name: say('notes:notes') })).toContainText('Ask the warden')

      await list.getByRole('button', { name: say('viewer:highlights.remove') }).click()
      await expect(mark).toBeHidden()
      await button('app:undo').click()
      await expect(mark).toBeVisible()
    })
  })
}
