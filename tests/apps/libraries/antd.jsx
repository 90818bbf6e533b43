import {
  Button,
  Cascader,
  Checkbox,
  Collapse,
  DatePicker,
  Form,
  Input,
  InputNumber,
  Menu,
  Radio,
  Rate,
  Segmented,
  Select,
  Slider,
  Steps,
  Switch,
  Table,
  Tabs,
  Tree,
  Upload,
} from 'antd';
import { createRoot } from 'react-dom/client';

const cities = [
  { value: 'lisbon', label: 'Lisbon' },
  { value: 'porto', label: 'Porto' },
];

function FormPage() {
  return (
    <main>
      <h1>New order</h1>
      <Form layout="vertical" initialValues={{ size: 'm', wrap: true, amount: 3 }}>
        <Form.Item name="customer" label="Customer" rules={[{ required: true }]}>
          <Input placeholder="Full name" />
        </Form.Item>
        <Form.Item name="pin" label="Pin">
          <Input.Password />
        </Form.Item>
        <Form.Item name="size" label="Size">
          <Radio.Group>
            <Radio value="s">Small</Radio>
            <Radio value="m">Medium</Radio>
            <Radio value="l" disabled>
              Large
            </Radio>
          </Radio.Group>
        </Form.Item>
        <Form.Item name="speed" label="Speed">
          <Radio.Group optionType="button" options={['Slow', 'Fast']} />
        </Form.Item>
        <Form.Item name="terms" valuePropName="checked">
          <Checkbox>Accept terms</Checkbox>
        </Form.Item>
        <Form.Item name="extras" label="Extras">
          <Checkbox.Group options={['Card', 'Ribbon']} />
        </Form.Item>
        <Form.Item name="wrap" label="Gift wrap" valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="city" label="City">
          <Select options={cities} placeholder="Pick a city" />
        </Form.Item>
        <Form.Item name="tags" label="Tags">
          <Select mode="multiple" options={cities} />
        </Form.Item>
        <Form.Item name="area" label="Area">
          <Cascader options={[{ value: 'n', label: 'North', children: cities }]} />
        </Form.Item>
        <Form.Item name="day" label="Day">
          <DatePicker />
        </Form.Item>
        <Form.Item name="amount" label="Amount">
          <InputNumber min={1} max={9} />
        </Form.Item>
        <Form.Item name="volume" label="Volume">
          <Slider />
        </Form.Item>
        <Form.Item name="rating" label="Rating">
          <Rate />
        </Form.Item>
        <Form.Item name="unit" label="Unit">
          <Segmented options={['Kilo', 'Piece']} />
        </Form.Item>
        <Form.Item name="note" label="Note">
          <Input.TextArea rows={2} />
        </Form.Item>
        <Form.Item name="file" label="Invoice">
          <Upload beforeUpload={() => false}>
            <Button>Choose invoice</Button>
          </Upload>
        </Form.Item>
        <Button type="primary" htmlType="submit">
          Send order
        </Button>
      </Form>
    </main>
  );
}

const rows = Array.from({ length: 12 }, (_, i) => ({ key: i + 1, number: `F-${i + 1}`, due: `2026-12-0${i}` }));
const columns = [
  { title: 'Number', dataIndex: 'number', sorter: (a, b) => a.key - b.key },
  { title: 'Due', dataIndex: 'due' },
  { title: 'Action', render: (_, row) => <a onClick={() => {}}>Open {row.number}</a> },
];

function ListPage() {
  return (
    <main>
      <h1>Invoices</h1>
      <Menu mode="horizontal" items={[{ key: 'a', label: 'Overview' }, { key: 'b', label: 'Archive' }]} />
      <Steps current={1} items={[{ title: 'Draft' }, { title: 'Check' }, { title: 'Done' }]} />
      <Tabs items={[{ key: '1', label: 'Due', children: <p>All due</p> }, { key: '2', label: 'Paid' }]} />
      <Table rowSelection={{}} columns={columns} dataSource={rows} pagination={{ pageSize: 5 }} />
      <Collapse items={[{ key: '1', label: 'Details', children: <p>Hidden at first</p> }]} />
      <Tree checkable treeData={[{ key: 'r', title: 'Root', children: [{ key: 'c', title: 'Leaf' }] }]} />
    </main>
  );
}

createRoot(document.getElementById('app')).render(
  location.search.includes('list') ? <ListPage /> : <FormPage />,
);
