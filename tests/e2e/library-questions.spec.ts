import { writeFile } from 'node:fs/promises'
import { expect, test } from './cairn'
import { dropFiles } from './files'
import { person, text } from './steps'

test.describe('questions about the library', () => {
  test.use({ withSharedSample: true })

  // Would catch a list that cannot be unfolded, names that open nothing, and reasons other than the library's.
  test('are answered with the documents themselves: the first ten, then all, each to be opened', async ({
    cairn,
  }, testInfo) => {
    const { page } = cairn
    const someone = person(page)
    const broken = testInfo.outputPath('broken-report.pdf')
    const copy = testInfo.outputPath('second-copy.txt')
    await writeFile(broken, '%PDF-1.7\nnothing')
    await writeFile(copy, 'The blue door of the boat house is locked at dusk.')
    await dropFiles(page, [broken, copy])
    await someone.goTo('library')
    await expect(someone.row('broken-report.pdf')).toContainText(text('en', 'library:status.failed'))
    await expect(someone.row('second-copy.txt')).toContainText(text('en', 'library:status.ready'))
    const reason = await someone.row('broken-report.pdf').locator('[class*=reason]').innerText()
    await someone.goTo('chat')

    await someone.ask('Which files failed and why?')
    const failed = someone.turn('Which files failed and why?')
    await someone.answered(failed)
    await expect(failed).toContainText('1 of 20 documents could not be read.')
    await expect(failed.getByRole('list', { name: someone.say('chat:documents.list') })).toContainText(reason)

    await someone.ask('List all my documents')
    const all = someone.turn('List all my documents')
    await someone.answered(all)
    const documents = all.getByRole('list', { name: someone.say('chat:documents.list') }).getByRole('listitem')
    await expect(documents).toHaveCount(10)
    await all.getByRole('button', { name: someone.say('chat:documents.others_other', { count: 10 }) }).click()
    await expect(documents).toHaveCount(20)
    await documents.filter({ hasText: 'second-copy.txt' }).getByRole('button').click()
    await expect(page.getByRole('complementary').last()).toContainText('The blue door of the boat house')

    await someone.ask('哪些文件导入失败了？为什么？')
    const inChinese = someone.turn('哪些文件导入失败了？为什么？')
    await someone.answered(inChinese)
    await expect(inChinese).toContainText('20 份文档中有 1 份无法读取。')
    await page.reload()
    await expect(inChinese.getByRole('list', { name: someone.say('chat:documents.list') })).toContainText(
      'broken-report.pdf',
    )
  })
})
