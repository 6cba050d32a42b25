import { describe, expect, it } from 'vitest'
import { blockLines, parse } from '../../parse-text'

const paper = `% a comment
\\documentclass[a4paper]{article}
\\usepackage{amsmath}
\\title{On the \\emph{Ice} of Sv\\ae{}rholt}
\\author{Ann Lee \\and Carl \\"Ost\\thanks{x}}
\\date{May 2024}
\\begin{document}
\\maketitle
\\begin{abstract}
We measured ice. It is 3\\,m thick --- \`\`thick'' indeed~\\cite[p.~4]{lee2020,ost}.
\\end{abstract}
\\section{Introduction}\\label{sec:intro}
The hut was opened in 1907 % not 1908
by the society\\footnote{Founded in 1899.}. See Section~\\ref{sec:intro} and \\href{http://x.org}{the page}.
Costs were \\$5 and 20\\%. Let $x^2 + y^2 = z^2$ be given.
\\begin{equation}\\label{eq:1}
  E = mc^2
\\end{equation}
\\subsection{Tools}
\\begin{enumerate}
  \\item A lamp, \\textbf{always}.
  \\item A rope:
  \\begin{itemize}
    \\item thin
    \\item[long] thick
  \\end{itemize}
  \\item Food.
\\end{enumerate}
\\begin{table}[h]
\\caption{Prices of things}
\\begin{tabular}{l|rr}
\\hline
Item & Price & Note \\\\
\\hline
Pen & 2 & blue \\\\
Ink & 3 & \\multicolumn{1}{c}{red \\& deep} \\\\
\\end{tabular}
\\end{table}
\\begin{lstlisting}[language=Python]
def f(x): return x % 2
\\end{lstlisting}
\\begin{quote}To be or not.\\end{quote}
\\begin{figure}\\begin{tikzpicture}\\draw (0,0) -- (1,1);\\end{tikzpicture}\\caption{A line}\\end{figure}
\\input{chapter2}
\\begin{thebibliography}{9}
\\bibitem{lee2020} Ann Lee. \\textit{Ice}. 2020.
\\end{thebibliography}
\\end{document}
`

describe('latexParser', () => {
  it('reads a paper without its commands; formulas stay', async () => {
    const parsed = await parse(paper, 'paper.tex')
    expect(blockLines(parsed)).toEqual([
      'table_row: Author: Ann Lee, Carl Öst; Date: May 2024',
      'heading: Abstract',
      'paragraph: We measured ice. It is 3 m thick — “thick” indeed [lee2020, ost, p. 4].',
      'heading: Introduction',
      'paragraph: The hut was opened in 1907 by the society (Founded in 1899.). See Section sec:intro and the page. Costs were $5 and 20%. Let $x^2 + y^2 = z^2$ be given.',
      'paragraph: E = mc^2',
      'heading: Tools',
      'list_item: 1. A lamp, always.',
      'list_item: 2. A rope:',
      'list_item: - thin',
      'list_item: - long: thick',
      'list_item: 3. Food.',
      'paragraph: Prices of things',
      'table_row: Item: Pen; Price: 2; Note: blue',
      'table_row: Item: Ink; Price: 3; Note: red & deep',
      'code: def f(x): return x % 2',
      'quote: To be or not.',
      'paragraph: A line',
      'paragraph: [lee2020] Ann Lee. Ice. 2020.',
    ])
    expect(parsed.structure).toMatchObject({ format: 'latex', title: 'On the Ice of Sværholt' })
    expect(parsed.structure.gaps.map(({ detail }) => detail)).toEqual([
      'Other files that it includes are not part of it.',
      'Drawings made of commands were not read.',
    ])
  })

  it('is told by its first command where the name leaves it open', async () => {
    expect(
      (await parse('\\documentclass{article}\n\\begin{document}Words.\\end{document}', 'a.txt')).structure.format,
    ).toBe('latex')
  })

  it.each([
    '\\footnote{'.repeat(3000),
    '\\begin{itemize}'.repeat(3000),
    '$',
    '{'.repeat(50_000),
    '\\verb|',
    '\\section{open',
  ])('reads what is never closed: %.20s', async (rubbish) => {
    const parsed = await parse(`Words before. ${rubbish} words after`, 'a.tex')
    expect(parsed.text).toContain('Words before.')
  })
})
