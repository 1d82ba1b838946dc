import type { ReactNode } from 'react';
export function TryIt(): ReactNode {
  return null;
}
