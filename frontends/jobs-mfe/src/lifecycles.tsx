import { MantineProvider, Menu, Button, Tooltip, Select, Modal, TextInput, Checkbox, Tabs } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
const c = new QueryClient();
function X() {
  const q = useQuery({ queryKey: ['a'], queryFn: () => 1 });
  return (
    <MantineProvider>
      <Tooltip label="a">
        <Button>{q.data}</Button>
      </Tooltip>
      <Menu>
        <Menu.Target>
          <Button>a</Button>
        </Menu.Target>
      </Menu>
      <Select data={[]} />
      <Modal opened onClose={() => {}} />
      <TextInput />
      <Checkbox />
      <Tabs />
    </MantineProvider>
  );
}
createRoot(document.body).render(
  <QueryClientProvider client={c}>
    <X />
  </QueryClientProvider>,
);
