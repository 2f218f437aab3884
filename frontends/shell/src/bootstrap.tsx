import '@numscope/ui/styles/first.ts';
import {
  ErrorBoundary,
  loadServerTexts,
  loadSettings,
  SettingsContext,
  settleLanguage,
  watchColourScheme,
  t as uiTexts,
} from '@numscope/ui';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { t } from './texts/texts.ts';

watchColourScheme();

/** A function, as a module that waits by itself takes half a kilobyte of the first script. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root');
  const settings = await loadSettings();
  settleLanguage(settings.languages);
  await Promise.all([uiTexts.load(), loadServerTexts(), t.load()]);
  document.title = settings.productName;
  createRoot(root).render(
    <SettingsContext value={settings}>
      <ErrorBoundary component={settings.productName}>
        <App />
      </ErrorBoundary>
    </SettingsContext>,
  );
}

void start();
