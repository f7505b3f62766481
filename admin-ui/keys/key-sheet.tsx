import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { showDialog } from '../../ui-shared/overlay/shown.tsx'
import '../styles/keys.css'

const control = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

type Line = { keys: string; does: string }

const groups = (): { title: string; lines: Line[] }[] => [
  {
    title: t('Everywhere'),
    lines: [
      { keys: `${control} K`, does: t('Find anything') },
      { keys: '?', does: t('Keyboard shortcuts') },
      { keys: 'Esc', does: t('Close a dialog or menu') },
    ],
  },
  {
    title: t('In a form'),
    lines: [
      { keys: `${control} S`, does: t('Save') },
      { keys: 'Enter', does: t('From the title to the text') },
    ],
  },
  {
    title: t('In a list'),
    lines: [{ keys: 'Shift', does: t('Tick all rows from the last ticked one to this') }],
  },
  {
    title: t('In a text'),
    lines: [
      { keys: `${control} B, ${control} I, ${control} U`, does: t('Bold, italic, underlined') },
      { keys: `${control} K`, does: t('Link') },
      { keys: '@', does: t('Link to a page, file or person') },
      { keys: '/', does: t('Menu of blocks') },
      { keys: '## - 1. >', does: t('Heading, lists, quotation') },
      { keys: `${control} \\`, does: t('Clear formatting') },
      { keys: 'Shift+Enter', does: t('New line in the same paragraph') },
      { keys: ['Esc', 'Tab'].join(' '), does: t('Out of the text') },
    ],
  },
]

const KeySheet = ({ close }: { close: () => void }) => (
  <Dialog title={t('Keyboard shortcuts')} onClose={close}>
    {groups().map(({ title, lines }) => (
      <section key={title} className="key-sheet">
        <h2 className="caps">{title}</h2>
        <dl>
          {lines.map(({ keys, does }) => (
            <div key={does}>
              <dt>{does}</dt>
              <dd>
                <kbd>{keys}</kbd>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
    <div className="acts">
      <button type="button" className="btn" onClick={close}>
        {t('Close')}
      </button>
    </div>
  </Dialog>
)

/** Shows what keys do. */
export const showKeys = (): void => showDialog((close) => <KeySheet key="keys" close={close} />)
