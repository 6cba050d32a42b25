import { describe, expect, test } from 'vitest'
import { pathEdits } from '@engine/session/export/redaction/local-paths'
import { applyEdits } from '@engine/session/export/redaction/text-edits'

const hidden = (text: string) => applyEdits(text, pathEdits(text))

describe('paths of this machine', () => {
  test.each([
    ['see /home/bob/notes/plan.md.', 'see [path]/plan.md.'],
    ['(/var/log/cairn/app.log:12)', '([path]/app.log:12)'],
    ['/home/bob', '[path]'],
    ['/Users/bob/', '[path]'],
    ['~/Documents/a.pdf', '[path]/a.pdf'],
    ['C:\\Users\\bob\\My Files\\Report 1.pdf', '[path]/Report 1.pdf'],
    ['"D:/papers/x.txt"', '"[path]/x.txt"'],
    ['C:\\\\Users\\\\bob\\\\a.txt', '[path]/a.txt'],
    ['\\\\server\\share\\team\\b.docx', '[path]/b.docx'],
    ['file:///home/bob/a%20b.pdf and more', '[path]/a%20b.pdf and more'],
    ['file:///C:/Users/bob/c.pdf', '[path]/c.pdf'],
    ['文件在/home/bob/计划.md，请看', '文件在[path]/计划.md，请看'],
    ['位置：/data/资料/计划.docx。', '位置：[path]/计划.docx。'],
    ['x=/a/b y=/c/d', 'x=[path]/b y=[path]/d'],
  ])('%j becomes %j', (text, expected) => {
    expect(hidden(text)).toBe(expected)
    expect(hidden(expected)).toBe(expected)
  })

  test.each([
    'cairn://document/abc/def?chars=0-9',
    'https://example.org/home/bob/x.pdf',
    'see http://a.b/c/d, and www.a.com/b/c',
    'and/or, 1/2, 24/7, TCP/IP, km/h',
    '2026/01/02 and 03/04/2026 and /05/06',
    '输入/输出/存储 和/或 是/否',
    'a/b/c relative',
    'and /or',
    '</p></div><br/>',
    'https://例子.中国/路径/文件',
    'ratio 3:1, 10:30, A: yes',
    'docs/guide/x.md',
    '//cdn.example.org/a/b.js',
    'x \\\\ y and \\alpha',
  ])('%j stays (bug: prose that is taken for a path)', (text) => {
    expect(hidden(text)).toBe(text)
  })
})
