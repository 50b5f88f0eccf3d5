import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { StatusBadge, type Tone } from '../badge'
import { Button, type ButtonVariant, IconButton } from '../button'
import { Checkbox } from '../checkbox'
import { CodeBlock } from '../code-block'
import { CopyButton } from '../copy-button'
import { EmptyState } from '../empty-state'
import { FieldMessage } from '../fields/field-frame'
import { FileButton } from '../file-button'
import { FileDrop } from '../file-drop'
import { Choice, FilterChips } from '../filters'
import { IdText } from '../id-text'
import { ErrorList, LookOnly, Notice, type NoticeTone } from '../notice'
import { OtherFields } from '../other-fields'
import { Beside, Facts, Section } from '../page'
import { MarkdownPreview } from '../preview/markdown-preview'
import { PdfPreview } from '../preview/pdf-preview'
import { ByteProgress, CountProgress } from '../progress'
import { SearchBox } from '../search-box'
import { SkeletonRows } from '../skeleton-rows'
import { TextDiff } from '../text-diff'
import { ThemeSwitch } from '../theme-switch'
import { TimeText } from '../time-text'
import { Columns, Shares } from '../trend'

const nothing = () => undefined
/** Every word of a kind, which does not compile while one is missing. */
const every = <Word extends string>(words: Record<Word, true>) => Object.keys(words) as Word[]
const VARIANTS = every<ButtonVariant>({
  primary: true,
  secondary: true,
  quiet: true,
  danger: true,
  link: true,
})
const TONES = every<Tone>({ good: true, waiting: true, busy: true, bad: true, unknown: true })
const NOTICES = every<NoticeTone>({ error: true, warn: true, info: true })

/** Parts that stand in a page. */
export function Parts() {
  const [text, setText] = useState('')
  const [chip, setChip] = useState('all')
  const [choice, setChoice] = useState<string>()
  const [ticked, setTicked] = useState(true)
  return (
    <>
      <Section title="Buttons">
        {(['md', 'sm'] as const).map((size) => (
          <p key={size} className="flex flex-wrap items-center gap-2">
            {VARIANTS.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {variant}
              </Button>
            ))}
            {VARIANTS.map((variant) => (
              <Button key={variant} variant={variant} size={size} aria-disabled>
                {`${variant}, off`}
              </Button>
            ))}
            <Button size={size} icon={Download}>
              With icon
            </Button>
            <Button size={size} disabled>
              Disabled
            </Button>
            <Button size={size} variant="primary" pending pendingLabel="Sending">
              Send
            </Button>
            <IconButton icon={Trash2} label="Delete" onClick={nothing} className="size-6" />
            <IconButton
              icon={Trash2}
              label="Delete, off"
              aria-disabled
              onClick={nothing}
              className="size-6"
            />
          </p>
        ))}
      </Section>
      <Section title="Status">
        <p className="flex flex-wrap gap-2">
          {TONES.map((tone) => (
            <StatusBadge key={tone} tone={tone}>
              {tone}
            </StatusBadge>
          ))}
          <StatusBadge tone="good" icon={Download}>
            With its own icon
          </StatusBadge>
        </p>
      </Section>
      <Section title="Trends">
        <div className="max-w-60">
          <Shares
            label="Files by state"
            parts={TONES.map((tone, place) => ({ label: tone, count: 20 - 4 * place, tone }))}
          />
          <Shares label="None" parts={[]} />
          <Columns label="No day" values={[]} />
          <Columns
            label="Calls a day"
            values={[3, 0, 5, 8, 2].map((value, day) => ({ label: `Day ${day + 1}: ${value}`, value }))}
          />
        </div>
      </Section>
      <Section title="Notices">
        {NOTICES.map((tone) => (
          <Notice
            key={tone}
            tone={tone}
            title={`A notice of tone ${tone}`}
            message="What the service said."
            detail="409 CONFLICT"
            action={<Button>One next step</Button>}
            onDismiss={nothing}
          />
        ))}
        <Notice tone="error" title="With errors of fields">
          <ErrorList errors={[{ path: 'name', message: 'Name is missing' }]} />
        </Notice>
        <Notice title="With a title alone" />
        <LookOnly />
      </Section>
      <Section title="Progress">
        <ByteProgress
          label="Uploading a.pdf"
          sent={3_100_000}
          total={12_000_000}
          bytesPerSecond={1_200_000}
        />
        <ByteProgress label="Uploading b.pdf" sent={3_100_000} total={null} />
        <CountProgress label="Calls" done={12} total={40} words="2 min left" />
        <CountProgress label="All calls" done={40} total={40} />
        <table>
          <tbody>
            <SkeletonRows columns={3} height={36} />
          </tbody>
        </table>
      </Section>
      <Section title="Empty">
        <EmptyState
          kind="nothing-yet"
          title="No files yet"
          text="What agents answer from."
          action={<Button>Upload files</Button>}
        />
        <EmptyState kind="no-match" onClear={nothing} />
      </Section>
      <Section title="Facts" hint="Names and values of one record." action={<Button>Change</Button>}>
        <Facts
          facts={{
            Name: 'Returns desk',
            Id: <IdText id="0f4a7c1e-6f0b-4f1e-9a2b-3c4d5e6f7a8b" />,
            'Whole id': <IdText id="0f4a7c1e-6f0b-4f1e-9a2b-3c4d5e6f7a8b" whole />,
            Created: <TimeText time={Date.now() - 300_000} />,
            'Whole time': <TimeText time={Date.now() - 300_000} whole />,
            'Not a time': <TimeText time="soon" />,
            'No time': <TimeText time={undefined} />,
          }}
        />
        <OtherFields fields={{ region: 'eu', limits: { calls: 10, texts: ['a', 'b'] } }} />
        <CodeBlock>{'{ "name": "Returns desk" }'}</CodeBlock>
        <p className="flex items-center gap-2">
          <CopyButton text="npm start">Copy</CopyButton>
        </p>
        <TextDiff
          name="System prompt"
          before={'You are brief.\nYou never guess.'}
          after={'You are brief and polite.\nYou never guess.'}
          beforeLabel="Version 1"
          afterLabel="Version 2"
        />
        <Beside aside={<p>Beside it, or below it.</p>}>
          <p>A form.</p>
        </Beside>
        <div className="max-w-40">
          <ThemeSwitch name="design-theme" />
        </div>
      </Section>
      <Section title="Search and filters">
        <div className="flex">
          <SearchBox label="Search files" value={text} onChange={setText} />
        </div>
        <FilterChips
          label="Status"
          choices={[
            { value: 'all', label: 'All', count: 12 },
            { value: 'ready', label: 'Ready', count: 9 },
            { value: 'failed', label: 'Failed', count: 0 },
          ]}
          value={chip}
          onChange={setChip}
        />
        <Choice
          label="Agent"
          all="All agents"
          choices={[{ value: 'a', label: 'Returns desk' }]}
          value={choice}
          onChange={setChoice}
        />
        <Checkbox label="Deployed only" checked={ticked} onChange={setTicked} />
        <Checkbox label="Cannot be changed" checked disabled onChange={nothing} />
        <Checkbox label="Not ticked" checked={false} onChange={nothing} />
      </Section>
      <Section title="Files">
        <p className="flex flex-wrap gap-2">
          <FileButton label="Choose a file" onFiles={nothing} variant="secondary" />
          <FileButton label="Reading" onFiles={nothing} pending />
          <FileDrop label="Upload files" hint="Or drop them anywhere" onFiles={nothing} />
        </p>
        <FieldMessage id="no-file" message="Choose a file." />
        <MarkdownPreview
          text={
            '# Returns\n\nGoods can be *returned* within **45 days**.\n\n| Tier | Days |\n|---|---|\n| Path | 90 |'
          }
        />
        {[A_PDF, NO_PDF].map((bytes) => (
          <PdfPreview key={bytes.length} bytes={bytes} onProblem={nothing} />
        ))}
      </Section>
    </>
  )
}

const NO_PDF = new Uint8Array()
const A_PDF = new TextEncoder().encode(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 80]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/Resources<<>>>>endobj
trailer<</Root 1 0 R>>`,
)
