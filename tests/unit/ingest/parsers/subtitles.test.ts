import { describe, expect, it } from 'vitest'
import { blockLines, parse } from '../parse-text'

describe('subtitlesParser', () => {
  it('reads what is said below the time it is said at', async () => {
    const parsed = await parse(
      `1
00:12:03,500 --> 00:12:06,000
<i>The hut was opened</i>
in 1907.

2
00:12:07,000 --> 00:12:09,000
{\\an8}We came later.

3
00:13:40,000 --> 00:13:44,000
北京会议今天
召开。
`,
      'film.srt',
    )
    expect(blockLines(parsed)).toEqual([
      'heading: 00:12:03',
      'paragraph: The hut was opened in 1907. We came later.',
      'heading: 00:13:40',
      'paragraph: 北京会议今天召开。',
    ])
    expect(parsed.structure).toMatchObject({ format: 'subtitles', title: 'film', gaps: [] })
  })

  it('reads WebVTT with its speakers, without notes and styles', async () => {
    expect(
      blockLines(
        await parse(
          `WEBVTT - title

NOTE a note here

STYLE
::cue { color: red }

intro
00:01.000 --> 00:04.000 align:left
<v Ann Lee>Good morning &amp; welcome.</v>

00:04.000 --> 00:06.000
<v Carl>Thanks.
`,
          'talk.txt',
        ),
      ),
    ).toEqual(['heading: 00:00:01', 'paragraph: Ann Lee: Good morning & welcome. Carl: Thanks.'])
  })

  it('keeps the words of a file that only carries the name', async () => {
    expect((await parse('Just words.\n\nMore.', 'a.srt')).text).toBe('Just words.\n\nMore.')
  })

  it('begins anew where times go back, as in files that were put together', async () => {
    const cue = (time: string, text: string) => `${time} --> 00:59:59,000\n${text}\n\n`
    const lines = blockLines(await parse(cue('00:10:00,000', 'One.') + cue('00:00:05,000', 'Two.'), 'a.srt'))
    expect(lines.filter((line) => line.startsWith('heading'))).toEqual(['heading: 00:10:00', 'heading: 00:00:05'])
  })
})
