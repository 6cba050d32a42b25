import type { Element } from 'hast'
import { Children, memo, type ReactNode, Suspense, useContext, useMemo, useRef } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { endBareLinks } from '@shared/excerpts/bare-links'
import { useTranslation } from 'react-i18next'
import type { Span } from '@renderer/state/chat/turns/turn-passages'
import { lazyPart } from '@renderer/ui/feedback/lazy-part'
import { openOutside } from '@renderer/state/connection'
import { classesOf, isMaths, textOf, useHighlighting, useMaths } from '@renderer/ui/text/markdown/markdown-extras'
import { hidePrices } from '@renderer/ui/text/markdown/dollars'
import { textLanguage } from '@renderer/ui/text/text-language'
import { safeElements } from '@renderer/ui/text/safe-elements'
import { CopyButton } from '@renderer/ui/feedback/copy-button'
import { notifyError } from '@renderer/state/window/notices'
import { classes } from '@renderer/ui/classes'
import { type AnswerBlock, piecesOf } from './answer-blocks'
import styles from '../answer.module.css'
import { AnswerContext, Citation } from '../citation'
import { FaultMark, WrongFigure } from '../sentence-marks'
import { dollarPlaceholder } from './pieces'
import { restorePieces } from './restore-pieces'
import colours from '@renderer/ui/text/code-colours.module.css'
import codeStyles from './code-block.module.css'
import { useIsLit } from '@renderer/state/chat/lit'

const MathsText = lazyPart(() => import('@renderer/ui/text/markdown/maths-text').then((file) => file.default), {
  ahead: false,
})
const asWritten = (url: string) => url

/** One block of an answer. Parsed again only when its own text changes. */
export const MarkdownBlock = memo(function MarkdownBlock({ text, pieces, first }: AnswerBlock) {
  const { text: shown, hasMaths } = useMemo(() => hidePrices(text, dollarPlaceholder), [text])
  const maths = useMaths(hasMaths)
  const highlighting = useHighlighting(/^\s*(?:`{3}|~{3})/mu.test(text))
  const plugins = useMemo(
    () => [remarkGfm, endBareLinks, ...maths, [restorePieces, { pieceOf: piecesOf({ pieces, first }) }] as const],
    [maths, pieces, first],
  )
  return (
    // Which addresses become links is decided where links are drawn.
    <Markdown
      remarkPlugins={plugins as never}
      rehypePlugins={highlighting}
      components={components}
      urlTransform={asWritten}
    >
      {shown}
    </Markdown>
  )
})

const components: Components = {
  ...safeElements({ openOutside, classes: { link: styles.link, image: styles.image, table: styles.table } }),
  pre: ({ node, children }) => {
    const code = node?.children.find((child) => child.type === 'element')
    return isMaths(code) ? <>{children}</> : <CodeBlock language={languageOf(code)}>{children}</CodeBlock>
  },
  code: ({ node, className, children }) =>
    isMaths(node) ? (
      <Suspense fallback={<code>{children}</code>}>
        <MathsText tex={textOf(node)} display={classesOf(node).includes('math-display')} />
      </Suspense>
    ) : (
      <code className={className}>{children}</code>
    ),
  span: ({ node, className, children }) => {
    const { dataMark, dataCited, dataFault, dataWrong, dataSentence, dataLiteral, dataVerdict } = node?.properties ?? {}
    if (typeof dataMark === 'string') return <Citation number={Number(dataMark)} cited={spanOf(dataCited)} />
    if (typeof dataFault === 'string') return <FaultMark verdict={Number(dataFault)} />
    if (typeof dataWrong === 'string') return <WrongFigure verdict={Number(dataWrong)}>{children}</WrongFigure>
    if (typeof dataSentence !== 'string') return <span className={className}>{children}</span>
    const numbers = dataSentence === '' ? [] : dataSentence.split(',').map(Number)
    return (
      <SentenceText
        numbers={numbers}
        lang={node && textLanguage(textOf(node))}
        literal={dataLiteral === 'true'}
        verdict={typeof dataVerdict === 'string' ? Number(dataVerdict) : null}
      >
        {children}
      </SentenceText>
    )
  },
}

function languageOf(code: Element | undefined): string {
  const name = classesOf(code).find((one) => one.startsWith('language-'))
  return name?.slice('language-'.length) ?? ''
}

function spanOf(value: unknown): Span | null {
  const [start, end] = typeof value === 'string' && value !== '' ? value.split('-').map(Number) : []
  return start === undefined || end === undefined ? null : { start, end }
}

/** A block of code with its language and a button that copies it. */
function CodeBlock({ language, children }: { readonly language: string; readonly children: ReactNode }) {
  const { t } = useTranslation('chat')
  const code = useRef<HTMLPreElement>(null)
  return (
    <div className={codeStyles.block}>
      <div className={codeStyles.head}>
        <span>{language}</span>
        <CopyButton
          text={() => code.current?.textContent.replace(/\n$/u, '') ?? ''}
          label={t('copyCode')}
          onError={notifyError}
        />
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <pre ref={code} tabIndex={0} className={classes(codeStyles.code, colours.colours)}>
        {children}
      </pre>
    </div>
  )
}

interface SentenceTextProps {
  /** The numbers of the evidence that carries it. */
  readonly numbers: readonly number[]
  /** Its own, which may be another than the answer's; undefined where its words do not tell. */
  readonly lang: string | undefined
  /** It is shown letter for letter. */
  readonly literal: boolean
  /** The critic's verdict that finds fault with it, if one does. */
  readonly verdict: number | null
  readonly children: ReactNode
}

/** A sentence of the answer; it is lit while one of its numbers is. */
function SentenceText({ numbers, lang, literal, verdict, children }: SentenceTextProps) {
  const { turnId, verdicts } = useContext(AnswerContext)
  const fault = verdict === null ? undefined : verdicts[verdict]?.verdict
  const lit = useIsLit(turnId, numbers)
  return (
    <span
      lang={lang}
      className={classes(
        styles.sentence,
        literal && styles.literal,
        fault && fault !== 'uncompared' && (fault === 'partly' ? styles.partly : styles.faulty),
        lit && styles.lit,
      )}
      {...(numbers.length > 0 ? { 'data-sentence': numbers.join(',') } : {})}
    >
      {Children.map(children, (child) => (typeof child === 'string' ? <OwnMarks text={child} /> : child))}
    </span>
  )
}

/** `[3]`, which the engine writes full-width in quotations, and superscript figures. */
const ownMarks = /(［\d{1,4}］|[⁰¹²³⁴-⁹]+(?![\p{L}\p{N}]))/u

/** Quoted words, with the marks that the document has itself told apart from citations. */
function OwnMarks({ text }: { readonly text: string }) {
  const { t } = useTranslation('chat')
  return text.split(ownMarks).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className={styles.own} title={t('ownMark')}>
        {part}
      </span>
    ),
  )
}
