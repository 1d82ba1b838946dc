import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.tsx';
import { SessionProvider } from './session/session.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/data.css';
import './styles/results.css';
import './styles/charts.css';
import './styles/forms.css';
import { applyTheme } from './browser/theme.ts';

applyTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <SessionProvider>
      <Console />
    </SessionProvider>
  </StrictMode>,
);
