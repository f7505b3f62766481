import { t } from '../../../ui-shared/i18n.ts'

/** The line of a picture on its way: how far it is, or why it failed. */
export type UploadLine = { dom: HTMLElement; progress: (share: number) => void; fail: (reason: string) => void }

const button = (label: string, run: () => void): HTMLButtonElement => {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'btn bare small'
  made.textContent = label
  made.addEventListener('click', run)
  return made
}

/** Draws the line; `again` and `leave` are offered once it has failed. */
export const uploadLine = (name: string, { again, leave }: { again: () => void; leave: () => void }): UploadLine => {
  const dom = document.createElement('div')
  dom.className = 'upload-line'
  dom.contentEditable = 'false'
  const words = document.createElement('span')
  words.setAttribute('role', 'status')
  const meter = document.createElement('progress')
  meter.className = 'meter'
  meter.setAttribute('aria-label', name)
  const show = () => {
    words.textContent = name
    meter.removeAttribute('value')
    dom.classList.remove('is-bad')
    dom.replaceChildren(words, meter)
  }
  const retry = () => {
    show()
    again()
  }
  show()
  return {
    dom,
    progress: (share) => {
      meter.value = share
    },
    fail: (reason) => {
      words.textContent = `${name}: ${reason}`
      dom.classList.add('is-bad')
      dom.replaceChildren(words, button(t('Send again'), retry), button(t('Leave out'), leave))
    },
  }
}
