import { looks } from '../rounds'
import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { person } from './steps'

for (const { language, locale, colorScheme } of looks(
  [
    { language: 'en', locale: 'en-US', colorScheme: 'light' },
    { language: 'zh', locale: 'zh-CN', colorScheme: 'dark' },
  ] as const,
  0,
)) {
  test.describe(`columns of the library, ${language}`, () => {
    test.use({ locale, colorScheme, withSharedSample: true, viewport: { width: 1440, height: 900 } })

    test('are taken away and widened by keyboard and mouse, kept, and as at first again', async ({ cairn }) => {
      const { page } = cairn
      const someone = person(page, language)
      const { say, button } = someone
      await someone.goTo('library')
      const head = (column: 'collection' | 'format' | 'changed' | 'added') =>
        page.getByRole('columnheader', { name: say(`library:column.${column}`) })
      await button('library:columns.choose').click()
      await page.getByRole('menuitemcheckbox', { name: say('library:column.format') }).click()
      await expect(head('format')).toBeHidden()
      expect(await seriousFindings(page)).toEqual([])
      await page.keyboard.press('Escape')

      const edge = (column: 'collection' | 'added') => {
        const names = { column: say(`library:column.${column}`), name: say('library:column.name') }
        const label = column === 'collection' ? 'library:columns.widthBoth' : 'library:columns.width'
        return page.getByRole('separator', { name: say(label, names), exact: true })
      }
      const widthOf = async (column: 'collection' | 'added') => (await head(column).boundingBox())?.width ?? 0
      const [collection, added] = [await widthOf('collection'), await widthOf('added')]
      await edge('collection').press('ArrowLeft')
      await edge('collection').press('ArrowLeft')
      await expect.poll(() => widthOf('collection')).toBeCloseTo(collection + 32, 0)
      const box = await edge('added').boundingBox()
      if (!box) throw new Error('The edge is not on show.')
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(box.x - 50 + box.width / 2, box.y + box.height / 2, { steps: 4 })
      await page.mouse.up()
      await expect.poll(() => widthOf('added')).toBeCloseTo(added + 50, 0)
      // Dragging is no sorting.
      await expect(head('added')).toHaveAttribute('aria-sort', 'descending')
      expect(await seriousFindings(page)).toEqual([])

      await page.reload()
      await expect(head('collection')).toBeVisible()
      await expect(head('format')).toBeHidden()
      await expect.poll(() => widthOf('collection')).toBeCloseTo(collection + 32, 0)
      await edge('added').dblclick()
      await expect.poll(() => widthOf('added')).toBeCloseTo(added, 0)
      // The name gets wider, which no column of its own edge did before.
      const name = page.getByRole('columnheader', { name: say('library:column.name'), exact: true })
      const nameBefore = (await name.boundingBox())?.width ?? 0
      for (let press = 0; press < 16; press += 1) await edge('collection').press('ArrowRight')
      await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(nameBefore + 240)
      await edge('added').press('ArrowLeft')
      for (let press = 0; press < 40; press += 1) await edge('added').press('ArrowLeft')
      const more = page.getByRole('button', { name: say('library:row.menu', { name: '' }).trim() }).first()
      for (const width of [1440, 1000, 800]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThanOrEqual(220)
        const right = async () => {
          const box = await more.boundingBox()
          return box ? box.x + box.width : Infinity
        }
        // Columns that have no room are taken away a moment later.
        await expect.poll(right).toBeLessThanOrEqual(width)
      }
      // Would catch a tick beside a column that is nowhere to be seen, without a word why.
      const entry = (column: string) => page.getByRole('menuitemcheckbox', { name: say(`library:column.${column}`) })
      await page.setViewportSize({ width: 800, height: 900 })
      await button('library:columns.choose').click()
      await expect(entry('content')).toBeChecked()
      await expect(entry('content')).toContainText(say('library:columns.noRoom'))
      await expect(entry('state')).not.toContainText(say('library:columns.noRoom'))
      expect(await seriousFindings(page)).toEqual([])
      await entry('content').click()
      await expect(entry('content')).not.toContainText(say('library:columns.noRoom'))
      await entry('content').click()
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 1440, height: 900 })
      await button('library:columns.choose').click()
      await expect(page.getByText(say('library:columns.noRoom'))).toHaveCount(0)
      await page.getByRole('menuitemcheckbox', { name: say('library:column.changed') }).click()
      await expect(head('changed')).toBeVisible()
      await page.getByRole('menuitem', { name: say('library:columns.reset') }).click()
      await expect(head('changed')).toBeHidden()
      await expect(head('format')).toBeVisible()
      await expect.poll(() => widthOf('collection')).toBeCloseTo(collection, 0)
    })
  })
}
