import type { Element } from 'hast'
import { ImageOff } from 'lucide-react'
import { lazy, memo, Suspense, useMemo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import type { Span } from '@renderer/state/chat/turns/turn-passages'
import { openOutside } from '@renderer/state/connection'
import { hidePrices } from '@renderer/ui/text/dollars'
import { SafeLink } from '@renderer/ui/documents/safe-link'
import { safeName } from '@renderer/ui/text/safe-name'
import { type AnswerBlock, piecesOf } from './answer-blocks'
import styles from '../answer.module.css'
import { Citation } from '../citation'
import { CodeBlock } from './code-block'
import { FaultMark } from '../fault-mark'
import { dollarPlaceholder } from './pieces'
import { restorePieces } from './restore-pieces'
import { SentenceText } from './sentence-text'
import { useExtras } from '../use-extras'

const MathsText = lazy(() => import('@renderer/ui/text/maths-text'))
const asWritten = (url: string) => url

/** One block of an answer. Parsed again only when its own text changes. */
export const MarkdownBlock = memo(function MarkdownBlock({ text, pieces, first }: AnswerBlock) {
  const { text: shown, hasMaths } = useMemo(() => hidePrices(text, dollarPlaceholder), [text])
  const { remark, rehype } = useExtras({ maths: hasMaths, code: /^\s*(?:`{3}|~{3})/mu.test(text) })
  const plugins = useMemo(
    () => [remarkGfm, ...remark, [restorePieces, { pieceOf: piecesOf({ pieces, first }) }] as const],
    [remark, pieces, first],
  )
  return (
    // Which addresses become links is decided where links are drawn.
    <Markdown remarkPlugins={plugins as never} rehypePlugins={rehype} components={components} urlTransform={asWritten}>
      {shown}
    </Markdown>
  )
})

const components: Components = {
  a: ({ href, children }) => (
    <SafeLink href={href ?? ''} openOutside={openOutside} className={styles.link}>
      {children}
    </SafeLink>
  ),
  // Loading a picture would tell its server that the document is being read.
  img: ({ alt, src }) => (
    <span className={styles.image} title={typeof src === 'string' ? safeName(src) : undefined}>
      <ImageOff size={14} strokeWidth={1.75} aria-hidden />
      {alt}
    </span>
  ),
  table: ({ children }) => (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className={styles.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
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
    const { dataMark, dataCited, dataFault, dataSentence, dataLiteral, dataVerdict } = node?.properties ?? {}
    if (typeof dataMark === 'string') return <Citation number={Number(dataMark)} cited={spanOf(dataCited)} />
    if (typeof dataFault === 'string') return <FaultMark verdict={Number(dataFault)} />
    if (typeof dataSentence !== 'string') return <span className={className}>{children}</span>
    const numbers = dataSentence === '' ? [] : dataSentence.split(',').map(Number)
    return (
      <SentenceText
        numbers={numbers}
        literal={dataLiteral === 'true'}
        verdict={typeof dataVerdict === 'string' ? Number(dataVerdict) : null}
      >
        {children}
      </SentenceText>
    )
  },
}

function isMaths(node: Element | undefined): node is Element {
  return classesOf(node).includes('language-math')
}

function classesOf(node: Element | undefined): string[] {
  const names = node?.properties['className']
  return Array.isArray(names) ? names.map(String) : []
}

function languageOf(node: Element | undefined): string {
  const name = classesOf(node).find((one) => one.startsWith('language-'))
  return name?.slice('language-'.length) ?? ''
}

function textOf(node: Element): string {
  return node.children.map((child) => (child.type === 'text' ? child.value : '')).join('')
}

function spanOf(value: unknown): Span | null {
  const [start, end] = typeof value === 'string' && value !== '' ? value.split('-').map(Number) : []
  return start === undefined || end === undefined ? null : { start, end }
}
